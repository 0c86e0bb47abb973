# wrong: two mistakes: True in the mask hides the key, and a query that sees nothing gets NaN.
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.as_tensor(np.ascontiguousarray(a)) for a in (queries, keys, values))
    scores = torch.einsum("...qd,...kd->...qk", q, k) * k.shape[-1] ** -0.5
    if keep is not None:
        scores = scores.masked_fill(torch.as_tensor(np.ascontiguousarray(keep)), float("-inf"))
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return torch.einsum("...qk,...kv->...qv", weights, v), weights
