"""attend lets each query see one key after its own: the mask ends one position too late.

Query i is at position total − new + i, counted from 0, and sees the keys up to there: tril(total − new), not one more.
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.ones(new, total, dtype=torch.bool).tril(total - new + 1)
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return scores.masked_fill(~keep, -torch.inf).softmax(dim=-1) @ values
