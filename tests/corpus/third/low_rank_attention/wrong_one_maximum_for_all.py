# wrong: the largest score of the whole array is subtracted instead of that of each row, so rows with much lower scores become 0/0 = NaN.
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keep = np.asarray(keep, dtype=bool)[..., None]
        keys = np.where(keep, keys, 0)
        values = np.where(keep, values, 0)
    slot_keys = multiply(E, keys)
    slot_values = multiply(F, values)
    scores = multiply(queries, slot_keys.swapaxes(-1, -2)) / np.sqrt(queries.shape[-1])
    exponentials = np.exp(scores - np.max(scores))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    outputs = multiply(weights, slot_values)
    return outputs, weights


def effective_weights(weights, F):
    out = np.zeros(weights.shape[:-1] + (F.shape[1],))
    for r in range(F.shape[0]):
        out += weights[..., r : r + 1] * F[r]
    return out


def dense_multiplications(length, d_k, d_v):
    return d_k * length * length + d_v * length * length


def low_rank_multiplications(length, rank, d_k, d_v):
    return sum(length * rank * d for d in (d_k, d_v, d_k, d_v))
