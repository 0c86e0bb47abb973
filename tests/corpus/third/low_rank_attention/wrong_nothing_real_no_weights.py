# wrong: a sentence whose mask hides everything gets weights of zero, but its slots have the score 0 and still share the weight 1.
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    keys, values = np.array(keys, dtype=float), np.array(values, dtype=float)
    if keep is not None:
        keep = np.broadcast_to(keep, keys.shape[:-1])
        keys[~keep] = 0.0
        values[~keep] = 0.0
    slot_keys = multiply(E, keys)
    slot_values = multiply(F, values)

    scores = multiply(queries, slot_keys.swapaxes(-1, -2)) / np.sqrt(keys.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    if keep is not None:
        # nothing to look at: no weights
        weights = np.where(keep.any(axis=-1)[..., None, None], weights, 0.0)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return weights.dot(F)


def dense_multiplications(length, d_k, d_v):
    return length * length * d_v + length * length * d_k


def low_rank_multiplications(length, rank, d_k, d_v):
    return length * rank * d_k * 2 + length * rank * d_v * 2
