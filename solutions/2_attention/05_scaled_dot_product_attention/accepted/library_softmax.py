"""torch: masked_fill and torch.softmax, tensors as results."""

import torch


def attention(queries, keys, values, keep=None):
    queries, keys, values = (torch.as_tensor(x) for x in (queries, keys, values))
    scores = torch.matmul(queries, keys.transpose(-2, -1)) / queries.size(-1) ** 0.5
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        keep = torch.as_tensor(keep)
        weights = torch.softmax(scores.masked_fill(~keep, float("-inf")), dim=-1)
        weights = weights.masked_fill(~keep, 0.0)
    return torch.matmul(weights, values), weights
