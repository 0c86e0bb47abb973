# right: torch, einsum, masked_fill before and after the softmax.
import math

import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.tensor(np.array(a)) for a in (queries, keys, values))
    scores = torch.einsum("...qd,...kd->...qk", q / math.sqrt(q.shape[-1]), k)
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        hidden = ~torch.tensor(np.array(keep, dtype=bool))
        weights = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1).masked_fill(hidden, 0)
    return torch.einsum("...qk,...kv->...qv", weights, v).numpy(), weights.numpy()
