# wrong: hidden scores are -1e9 instead of minus infinity: with a visible score of -1e30 the hidden keys get all the weight.
import numpy as np
import torch


def attention(queries, keys, values, keep=None):
    q, k, v = [torch.from_numpy(np.array(a, dtype=np.float64)) for a in (queries, keys, values)]
    scores = q @ k.mT / k.shape[-1] ** 0.5
    if keep is not None:
        mask = torch.from_numpy(np.array(keep))
        scores = torch.where(mask, scores, -1e9)
        weights = torch.softmax(scores, dim=-1) * mask.any(-1, keepdim=True)
    else:
        weights = torch.softmax(scores, dim=-1)
    return (weights @ v).numpy(), weights.numpy()
