# wrong: one maximum of the whole array is subtracted from all rows, so a row that lies far below it becomes 0/0; shows for rows such as [1000, 1001] and [1, 2] in one array.
import numpy as np


def _exp_of(x):
    x = x - x.max()
    return np.exp(x)


def softmax(scores, axis=-1):
    e = _exp_of(np.array(scores, dtype=float))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.array(scores, dtype=float) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    pairs, width = queries.shape
    result = np.empty(width)
    for d in range(1, width + 1):
        dots = (queries[:, :d] * keys[:, :d]).sum(axis=1)
        if scaled:
            dots = dots / np.sqrt(d)
        result[d - 1] = np.mean((dots - dots.mean()) ** 2)
    return result


def scaled_scores(queries, keys):
    return np.einsum("...qd,...kd->...qk", queries, keys) / np.sqrt(keys.shape[-1])
