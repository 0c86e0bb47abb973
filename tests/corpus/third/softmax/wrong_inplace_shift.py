# wrong: np.asarray does not copy an array of floats, so `-=` and `/=` change the caller's scores in both softmax functions; whole numbers are converted and do not show it.
import numpy as np


class Softmax:
    def __init__(self, temperature=1.0):
        self.temperature = temperature

    def __call__(self, scores, axis):
        x = np.asarray(scores, dtype=np.float64)
        x -= x.max(axis=axis, keepdims=True)
        x /= self.temperature
        e = np.exp(x)
        return e / e.sum(axis=axis, keepdims=True)


def softmax(scores, axis=-1):
    return Softmax()(scores, axis)


def softmax_with_temperature(scores, temperature, axis=-1):
    return Softmax(temperature)(scores, axis)


def dot_product_variance(queries, keys, scaled=False):
    d = np.arange(1, queries.shape[1] + 1)
    dots = np.add.accumulate(queries * keys, axis=1)
    if scaled:
        dots = dots * d ** -0.5
    deviation = dots - dots.mean(axis=0)
    return np.mean(deviation * deviation, axis=0)


def scaled_scores(queries, keys):
    return np.matmul(queries, np.swapaxes(keys, -2, -1)) * queries.shape[-1] ** -0.5
