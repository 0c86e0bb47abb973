# wrong: padding is multiplied by the mask; infinity or NaN in the padding becomes NaN everywhere.
import math

import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        real = np.asarray(keep)[..., None]
        keys = keys * real
        values = values * real
    slot_keys = multiply(E, keys)
    slot_values = multiply(F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / math.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return weights @ F


def dense_multiplications(length, d_k, d_v):
    return length * length * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    return 2 * length * rank * (d_k + d_v)
