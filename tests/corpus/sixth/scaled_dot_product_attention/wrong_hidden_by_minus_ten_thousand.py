# wrong: hidden scores become -10000, and their weights 0 after the softmax; it shows on visible scores near -20000.
import math

import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = (torch.tensor(np.array(a)) for a in (queries, keys, values))
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if keep is not None:
        hidden = ~torch.tensor(np.array(keep, dtype=bool))
        scores = scores.masked_fill(hidden, -1e4)
    weights = torch.softmax(scores, dim=-1)
    if keep is not None:
        weights = weights.masked_fill(hidden, 0)
    return (weights @ v).numpy(), weights.numpy()
