"""attend takes exp of the scores as they are, which is infinite for large scores and 0 for very low ones.

Subtract the largest score of each row first (among the keys that may be seen), or call softmax, which does.
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.arange(total) <= torch.arange(total - new, total)[:, None]
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    shares = scores.exp() * keep
    return shares @ values / shares.sum(dim=-1, keepdim=True)
