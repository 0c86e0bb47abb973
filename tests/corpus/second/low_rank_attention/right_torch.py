# right: torch in float64 for padding, softmax and effective weights
import numpy as np
import torch


def _t(a):
    return torch.tensor(np.array(a, dtype=np.float64, order="C"))


def _hide(rows, keep):
    return _t(rows).masked_fill(~torch.tensor(np.array(keep, order="C")).unsqueeze(-1), 0.0).numpy()


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = _hide(keys, keep), _hide(values, keep)
    slots_k, slots_v = multiply(E, keys), multiply(F, values)
    scores = _t(multiply(queries, slots_k.swapaxes(-2, -1))) * keys.shape[-1] ** -0.5
    weights = torch.softmax(scores, dim=-1).numpy()
    return multiply(weights, slots_v), weights


def effective_weights(weights, F):
    return torch.matmul(_t(weights), _t(F)).numpy()


def dense_multiplications(length, d_k, d_v):
    scores = length * d_k * length
    outputs = length * length * d_v
    return scores + outputs


def low_rank_multiplications(length, rank, d_k, d_v):
    making = rank * length * d_k + rank * length * d_v
    looking = length * d_k * rank + length * rank * d_v
    return making + looking
