# right: scaled queries, log-sum-exp weights, moveaxis, einsum for the effective weights
import numpy as np


def _blank(x, keep):
    if keep is None:
        return x
    empty = np.zeros_like(x)
    np.copyto(empty, x, where=np.asarray(keep)[..., np.newaxis])
    return empty


def _log_weights(scores):
    top = np.amax(scores, axis=-1)[..., np.newaxis]
    return scores - top - np.log(np.exp(scores - top).sum(-1))[..., np.newaxis]


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    slots = [multiply(matrix, _blank(x, keep)) for matrix, x in ((E, keys), (F, values))]
    scaled = queries * queries.shape[-1] ** -0.5
    weights = np.exp(_log_weights(multiply(scaled, np.moveaxis(slots[0], -1, -2))))
    return multiply(weights, slots[1]), weights


def effective_weights(weights, F):
    return np.einsum("...qr,rn->...qn", weights, F)


def _cost(*products):
    return sum(a * b * c for a, b, c in products)


def dense_multiplications(length, d_k, d_v):
    return _cost((length, d_k, length), (length, length, d_v))


def low_rank_multiplications(length, rank, d_k, d_v):
    return _cost((rank, length, d_k), (rank, length, d_v), (length, d_k, rank), (length, rank, d_v))
