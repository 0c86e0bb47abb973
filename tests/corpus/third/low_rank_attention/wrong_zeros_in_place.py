# wrong: the padded rows are set to zero in the caller's keys and values (a broadcast mask, no copy), which have changed after the call.
import numpy as np


class Slots:
    def __init__(self, E, F, multiply):
        self.E = E
        self.F = F
        self.multiply = multiply

    def sum_up(self, keys, values):
        return self.multiply(self.E, keys), self.multiply(self.F, values)


def softmax(scores):
    shifted = scores - scores.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=-1, keepdims=True)


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    if keep is not None:
        padding = np.broadcast_to(~keep, keys.shape[:-1])
        keys[padding] = 0
        values[padding] = 0
    slot_keys, slot_values = Slots(E, F, multiply).sum_up(keys, values)
    transposed = slot_keys.swapaxes(-1, -2)
    weights = softmax(multiply(queries, transposed) / np.sqrt(keys.shape[-1]))
    return multiply(weights, slot_values), weights


def effective_weights(weights, F):
    return np.tensordot(weights, F, axes=([-1], [0]))


def dense_multiplications(length, d_k, d_v):
    return (d_k + d_v) * length**2


def low_rank_multiplications(length, rank, d_k, d_v):
    return (d_k + d_v) * length * rank * 2
