# wrong: the axis goes to the end with moveaxis but comes back with swapaxes, which leaves the axes of the weights in the wrong order; shows for three or more axes and axis=0, not for tables or the last two axes.
import numpy as np


def _last_axis_softmax(x):
    shifted = x - x.max(axis=-1)[..., None]
    e = np.exp(shifted)
    return e / e.sum(axis=-1)[..., None]


def softmax(scores, axis=-1):
    x = np.moveaxis(np.asarray(scores, dtype=float), axis, -1)
    return np.swapaxes(_last_axis_softmax(x), axis, -1)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores, dtype=float) / temperature, axis)


def dot_product_variance(queries, keys, scaled=False):
    widths = np.arange(1, queries.shape[1] + 1)
    upper = np.triu(np.ones((len(widths), len(widths))))
    dots = (queries * keys) @ upper
    return np.var(dots / np.sqrt(widths) if scaled else dots, axis=0)


def scaled_scores(queries, keys):
    return (queries / np.sqrt(queries.shape[-1])) @ keys.swapaxes(-1, -2)
