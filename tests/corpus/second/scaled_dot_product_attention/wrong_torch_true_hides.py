# wrong: masked_fill is given keep itself, so True hides; every mask that is not None
import math

import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q = torch.tensor(queries, dtype=torch.float64)
    k = torch.tensor(keys, dtype=torch.float64)
    v = torch.tensor(values, dtype=torch.float64)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if keep is not None:
        scores = scores.masked_fill(torch.tensor(keep), float("-inf"))
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1), nan=0.0)
    return (weights @ v).numpy(), weights.numpy()
