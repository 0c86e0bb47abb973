# right: torch for the masking and the softmax, multiply for the four products.
"""Low-rank attention; torch hides the padding and makes the softmax."""

import math

import numpy as np
import torch


def _hide(x, keep):
    tensor = torch.tensor(np.asarray(x))
    return tensor.masked_fill(~torch.tensor(np.asarray(keep)).unsqueeze(-1), 0).numpy()


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = _hide(keys, keep), _hide(values, keep)
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    scores = multiply(queries, slot_keys.swapaxes(-2, -1)) * (1.0 / math.sqrt(queries.shape[-1]))
    weights = torch.softmax(torch.from_numpy(np.ascontiguousarray(scores)), dim=-1).numpy()
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return np.tensordot(weights, F, axes=([-1], [0]))


def dense_multiplications(length, d_k, d_v):
    return length**2 * d_k + length**2 * d_v


def low_rank_multiplications(length, rank, d_k, d_v):
    return sum(2 * rank * length * width for width in (d_k, d_v))
