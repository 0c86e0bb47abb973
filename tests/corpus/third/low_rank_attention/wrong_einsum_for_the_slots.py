# wrong: the slots are made with einsum instead of multiply, so two of the four matrix products are not counted.
import numpy as np


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys = np.where(keep[..., None], keys, 0.0)
        values = np.where(keep[..., None], values, 0.0)
    slot_keys = np.einsum("rn,...nd->...rd", E, keys)
    slot_values = np.einsum("rn,...nd->...rd", F, values)
    scores = multiply(queries, np.swapaxes(slot_keys, -1, -2)) / np.sqrt(queries.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return np.einsum("...qr,rn->...qn", weights, F)


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    return int(np.prod([length, length, d_k + d_v]))


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    return int(np.prod([2, length, rank, d_k + d_v]))
