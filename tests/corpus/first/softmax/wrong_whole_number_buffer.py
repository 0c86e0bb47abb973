# wrong: softmax_with_temperature: scores / T is written back into a copy of whole numbers, which cuts the fractions
import numpy as np


class Along:
    def __init__(self, axis):
        self.axis = axis

    def __call__(self, scores, cold=1.0):
        rows = np.moveaxis(np.array(scores, dtype=float), self.axis, -1)
        gap = rows.max(axis=-1)[..., None] - rows
        shares = np.exp(-(gap / cold))
        shares /= np.einsum("...k->...", shares)[..., None]
        return np.moveaxis(shares, -1, self.axis)


def softmax(scores, axis=-1):
    return Along(axis)(scores)


def softmax_with_temperature(scores, temperature, axis=-1):
    divided = np.array(scores)
    divided[...] = divided / temperature
    return softmax(divided, axis)


def dot_product_variance(queries, keys, scaled=False):
    products = np.multiply(queries, keys, dtype=np.float64)
    width = products.shape[1]
    steps = np.triu(np.ones((width, width)))
    if scaled:
        steps = steps / np.sqrt(np.count_nonzero(steps, axis=0))
    sums = products @ steps
    off = sums - sums.sum(axis=0) / len(sums)
    return np.einsum("nd,nd->d", off, off) / len(sums)


def scaled_scores(queries, keys):
    q, k = np.array(queries, dtype=float), np.array(keys, dtype=float)
    return np.einsum("...qd,...kd->...qk", q / q.shape[-1] ** 0.5, k)
