# wrong: attention puts a head axis into a 3-axis keep when scores have 4 axes; a (head, query, key) mask then falls on the batch axis
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.from_numpy(np.array(a, dtype=np.float64)) for a in (queries, keys, values))
    scores = torch.einsum("...qd,...kd->...qk", q, k) / np.sqrt(q.shape[-1])

    if keep is not None:
        mask = torch.from_numpy(np.array(keep, dtype=bool))
        if scores.ndim == 4 and mask.ndim == 3:
            mask = mask.unsqueeze(1)
        scores = scores.masked_fill(~mask, float("-inf"))

    weights = torch.nan_to_num(scores.softmax(dim=-1), nan=0.0)
    return (weights @ v).numpy(), weights.numpy()
