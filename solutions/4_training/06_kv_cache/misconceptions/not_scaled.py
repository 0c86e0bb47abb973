"""attend does not divide the scores by √d_k.

A cache changes nothing in the formula of attention: softmax(q·kᵀ / √d_k).
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.arange(total) <= torch.arange(total - new, total)[:, None]
    scores = queries @ keys.transpose(-2, -1)
    return scores.masked_fill(~keep, -torch.inf).softmax(dim=-1) @ values
