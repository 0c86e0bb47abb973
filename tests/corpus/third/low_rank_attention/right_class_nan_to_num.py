# right: a class for one call; the padding is multiplied away only after nan_to_num has made every padded number finite, costs counted from shapes.
import numpy as np


class LowRank:
    def __init__(self, E, F, multiply):
        self.E, self.F, self.multiply = E, F, multiply

    @staticmethod
    def hide(x, keep):
        if keep is None:
            return x
        real = np.broadcast_to(np.expand_dims(keep, -1), x.shape)
        finite = np.nan_to_num(x, nan=0.0, posinf=0.0, neginf=0.0)
        return np.choose(real.astype(np.intp), [finite * 0, x])

    def slots(self, keys, values, keep):
        return self.multiply(self.E, self.hide(keys, keep)), self.multiply(self.F, self.hide(values, keep))

    @staticmethod
    def softmax(scores):
        powers = np.exp(np.subtract(scores, np.max(scores, axis=-1)[..., None]))
        return np.divide(powers, np.sum(powers, axis=-1)[..., None])

    def __call__(self, queries, keys, values, keep):
        slot_keys, slot_values = self.slots(keys, values, keep)
        axes = (*range(slot_keys.ndim - 2), slot_keys.ndim - 1, slot_keys.ndim - 2)
        weights = self.softmax(self.multiply(queries, slot_keys.transpose(axes)) / np.sqrt(keys.shape[-1]))
        return self.multiply(weights, slot_values), weights


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    return LowRank(E, F, multiply)(queries, keys, values, keep)


def effective_weights(weights, F):
    return np.tensordot(weights, F, axes=1)


def dense_multiplications(length, d_k, d_v):
    return sum(length for _ in range(length)) * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    shapes = [(rank, length, d_k), (rank, length, d_v), (length, d_k, rank), (length, rank, d_v)]
    return sum(a * b * c for a, b, c in shapes)
