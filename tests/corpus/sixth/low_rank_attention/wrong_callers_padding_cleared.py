# wrong: padding is set to 0 in the caller's keys and values (float64 arrays); with keep the arrays are changed.
import numpy as np


def _without_padding(rows, keep):
    rows = np.asarray(rows, dtype=float)
    hidden = np.broadcast_to(~np.asarray(keep), rows.shape[:-1])
    rows[hidden] = 0.0
    return rows


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = _without_padding(keys, keep), _without_padding(values, keep)
    summaries = multiply(E, keys)
    scores = multiply(queries / queries.shape[-1] ** 0.5, np.moveaxis(summaries, -1, -2))
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    outputs = multiply(weights, multiply(F, values))
    return outputs, weights


def effective_weights(weights, F):
    return np.einsum("...qr,rn->...qn", weights, F)


def dense_multiplications(length, d_k, d_v):
    scores = length * d_k * length
    mixtures = length * length * d_v
    return scores + mixtures


def low_rank_multiplications(length, rank, d_k, d_v):
    slots = rank * length * d_k + rank * length * d_v
    attention = length * d_k * rank + length * rank * d_v
    return slots + attention
