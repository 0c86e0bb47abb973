# wrong: attention multiplies the weights by the mask after the softmax; rows with a hidden key add up to less than 1
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q = torch.tensor(np.array(queries), dtype=torch.float64)
    k = torch.tensor(np.array(keys), dtype=torch.float64)
    v = torch.tensor(np.array(values), dtype=torch.float64)

    scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if keep is not None:
        weights = weights * torch.tensor(np.array(keep))
    out = weights @ v
    return out.numpy(), weights.numpy()
