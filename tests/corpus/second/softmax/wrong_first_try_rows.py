# wrong: softmax ignores axis and cuts weights of whole numbers to 0 (zeros_like); scaled_scores divides by d_k without the root
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores)
    weights = np.zeros_like(scores)
    rows = scores.reshape(-1, scores.shape[-1])
    flat = weights.reshape(-1, scores.shape[-1])
    for i in range(len(rows)):
        e = np.exp(rows[i] - rows[i].max())
        flat[i] = e / e.sum()
    return weights


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores) / temperature, axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    sums = np.cumsum(queries * keys, axis=1)
    if scaled:
        sums = sums / np.sqrt(np.arange(1, sums.shape[1] + 1))
    return sums.var(axis=0)


def scaled_scores(queries, keys):
    d_k = queries.shape[-1]
    return queries @ np.swapaxes(keys, -1, -2) / d_k
