# right: works with transposed slots (KᵀEᵀ instead of E K), scales the queries beforehand, softmax by logsumexp, einsum for the effective weights.
import numpy as np


def flipped(a):
    return np.moveaxis(a, -1, -2)


def zero_where_hidden(a, keep):
    a = a.copy()
    np.copyto(a, 0, where=np.logical_not(keep)[..., np.newaxis])
    return a


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = zero_where_hidden(keys, keep), zero_where_hidden(values, keep)
    d_k = keys.shape[-1]
    slots_k = multiply(flipped(keys), E.T)  # (..., d_k, rank)
    slots_v = multiply(flipped(values), F.T)  # (..., d_v, rank)
    scores = multiply(queries / d_k**0.5, slots_k)
    log_weights = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    weights = np.exp(log_weights)
    return multiply(weights, flipped(slots_v)), weights


def effective_weights(weights, F):
    return np.einsum("...qr,rn->...qn", weights, F)


def dense_multiplications(length: int, d_k: int, d_v: int) -> int:
    return length**2 * d_k + length**2 * d_v


def low_rank_multiplications(length: int, rank: int, d_k: int, d_v: int) -> int:
    one_side = length * rank * d_k + length * rank * d_v
    return one_side + one_side
