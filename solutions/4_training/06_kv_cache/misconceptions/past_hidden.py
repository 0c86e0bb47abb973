"""attend hides the past: the mask covers only the new keys, and the keys of the cache get no weight.

Every new query sees the whole past. The mask has a row for each new query and a column for each of all keys; the
columns of the past are True.
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.zeros(new, total, dtype=torch.bool)
    keep[:, total - new :] = torch.ones(new, new, dtype=torch.bool).tril()
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return scores.masked_fill(~keep, -torch.inf).softmax(dim=-1) @ values
