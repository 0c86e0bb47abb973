# right: copies of keys and values in which the padding is overwritten, a helper class, the costs as sums of four products.
"""Low-rank attention: slots in place of tokens."""

import numpy as np


class Slots:
    """Summaries of a sentence."""

    def __init__(self, keys, values, E, F, multiply):
        self.multiply = multiply
        self.keys = multiply(E, keys)
        self.values = multiply(F, values)

    def read(self, queries):
        turned = np.moveaxis(self.keys, -1, -2)
        scores = self.multiply(queries, turned) / queries.shape[-1] ** 0.5
        weights = softmax(scores)
        return self.multiply(weights, self.values), weights


def softmax(scores):
    largest = np.amax(scores, axis=-1, keepdims=True)
    exps = np.exp(scores - largest)
    return exps / np.sum(exps, axis=-1, keepdims=True)


def without_padding(x, keep):
    x = x.copy()
    x[~np.broadcast_to(keep, x.shape[:-1])] = 0
    return x


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        keys, values = without_padding(keys, keep), without_padding(values, keep)
    return Slots(keys, values, E, F, multiply).read(queries)


def effective_weights(weights, F):
    return np.einsum("...qr,rn->...qn", weights, F)


def _product(a, b, c):
    return a * b * c


def dense_multiplications(length, d_k, d_v):
    return _product(length, d_k, length) + _product(length, length, d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    slots = _product(rank, length, d_k) + _product(rank, length, d_v)
    return slots + _product(length, d_k, rank) + _product(length, rank, d_v)
