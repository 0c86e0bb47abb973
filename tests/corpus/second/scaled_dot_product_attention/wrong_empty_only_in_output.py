# wrong: a query that sees no key gets a zero output, but its weights stay uniform (finfo.min fill)
"""Scaled dot-product attention."""

import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.from_numpy(np.array(a, dtype=np.float64)) for a in (queries, keys, values))
    scores = torch.matmul(q, k.transpose(-1, -2)) / q.size(-1) ** 0.5
    if keep is None:
        weights = scores.softmax(-1)
        return torch.matmul(weights, v).numpy(), weights.numpy()
    mask = torch.from_numpy(np.array(np.broadcast_to(keep, tuple(scores.shape))))
    weights = scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(-1)
    outputs = torch.matmul(weights, v)
    outputs = outputs.masked_fill(~mask.any(-1, keepdim=True), 0.0)
    return outputs.numpy(), weights.numpy()
