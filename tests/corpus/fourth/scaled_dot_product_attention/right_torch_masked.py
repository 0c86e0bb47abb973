# right: torch in double precision: masked_fill with -inf, empty rows opened before the softmax and zeroed after it.
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.tensor(np.array(a), dtype=torch.float64) for a in (queries, keys, values))
    scores = torch.matmul(q / q.shape[-1] ** 0.5, k.transpose(-2, -1))
    if keep is None:
        weights = scores.softmax(-1)
    else:
        keep = torch.tensor(np.array(keep)).expand(scores.shape)
        empty = ~keep.any(-1, keepdim=True)
        weights = scores.masked_fill(~(keep | empty), float("-inf")).softmax(-1)
        weights = weights.masked_fill(empty, 0.0)
    return weights @ v, weights
