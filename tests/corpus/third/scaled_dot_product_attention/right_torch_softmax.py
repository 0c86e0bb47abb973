# right: torch in double precision, masked_fill with -inf, torch.softmax, and the empty rows filled with 0 afterwards; results go back to numpy.
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = [torch.tensor(np.array(a, dtype=np.float64)) for a in (queries, keys, values)]
    scores = (q * q.shape[-1] ** -0.5) @ k.mT
    if keep is None:
        weights = scores.softmax(-1)
    else:
        see = torch.tensor(np.array(keep, dtype=bool)).expand(scores.shape)
        weights = scores.masked_fill(see.logical_not(), -torch.inf).softmax(-1)
        weights = weights.masked_fill(see.any(-1, keepdim=True).logical_not(), 0)
    return torch.matmul(weights, v).numpy(), weights.numpy()
