# right: torch in float64, masked_fill and softmax, empty rows repaired afterwards, numpy arrays handed back
import numpy as np
import torch


def _tensor(a):
    return torch.tensor(np.ascontiguousarray(a), dtype=torch.float64)


def attention(queries, keys, values, keep=None):
    q, k, v = map(_tensor, (queries, keys, values))
    scores = torch.matmul(q, k.mT).div(q.shape[-1] ** 0.5)
    if keep is None:
        w = scores.softmax(-1)
    else:
        hide = torch.tensor(np.ascontiguousarray(keep), dtype=torch.bool).logical_not().expand(scores.shape)
        w = scores.masked_fill(hide, -torch.inf).softmax(-1)
        w = w.masked_fill(hide.all(-1, keepdim=True), 0.0)
    return torch.matmul(w, v).numpy(), w.numpy()
