# wrong: softmax first, then hidden weights are zeroed and the rest is divided by its sum; when a hidden key scores about 750 more than the visible ones, theirs have underflowed to 0 and the row comes out as zeros.
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.tensor(np.array(a), dtype=torch.float64) for a in (queries, keys, values))
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if keep is not None:
        weights = weights * torch.tensor(np.array(keep)).to(weights.dtype)
        total = weights.sum(dim=-1, keepdim=True)
        # a query without any key: 0 / 1 instead of 0 / 0
        weights = weights / total.masked_fill(total == 0, 1.0)
    return (weights @ v).numpy(), weights.numpy()
