# wrong: instead of the padded keys and values the columns of E and F are set to zero, so infinity or NaN in the padding gives 0 · inf = NaN.
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        # a padded token has the weight 0 in every slot
        columns = keep[..., None, :]
        E = np.where(columns, E, 0.0)
        F = np.where(columns, F, 0.0)
    slot_keys, slot_values = multiply(E, keys), multiply(F, values)
    d_k = queries.shape[-1]
    scores = multiply(queries, slot_keys.swapaxes(-1, -2)) / d_k**0.5
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return np.einsum("...ij,jk->...ik", weights, F)


def dense_multiplications(length, d_k, d_v):
    return length * length * d_k + length * length * d_v


def low_rank_multiplications(length, rank, d_k, d_v):
    slots = rank * length * (d_k + d_v)
    looking = length * rank * (d_k + d_v)
    return slots + looking
