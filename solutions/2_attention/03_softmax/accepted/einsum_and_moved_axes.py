"""Products by einsum; softmax on the last axis, with the wanted axis swapped there and back."""

import numpy as np


def softmax(scores, axis=-1):
    rows = np.swapaxes(scores, axis, -1)
    exponentials = np.exp(rows - rows.max(-1)[..., None])
    weights = np.einsum("...k,...->...k", exponentials, 1 / exponentials.sum(-1))
    return np.swapaxes(weights, axis, -1)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax((scores - np.amax(scores, axis=axis, keepdims=True)) / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    width = queries.shape[1]
    first_d = np.triu(np.ones((width, width)))  # column d - 1 keeps the first d dimensions
    dots = np.einsum("nd,nd,de->ne", queries, keys, first_d)
    centred = dots - dots.mean(0)
    variances = np.einsum("ne,ne->e", centred, centred) / len(dots)
    return variances / first_d.sum(0) if scaled else variances


def scaled_scores(queries, keys):
    return np.einsum("...qd,...kd->...qk", queries, keys / np.sqrt(keys.shape[-1]))
