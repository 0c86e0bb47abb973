"""attend hides each query's own key: the mask stops one position too early.

A token attends to itself too. Query i sees the keys j ≤ total − new + i, that one included.
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.arange(total) < torch.arange(total - new, total)[:, None]
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return scores.masked_fill(~keep, -torch.inf).softmax(dim=-1) @ values
