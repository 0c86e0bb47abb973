import numpy as np


def softmax(scores, axis=-1):
    shifted = scores - np.max(scores, axis=axis, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=axis, keepdims=True)


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.divide(scores, temperature), axis=axis)


def dot_product_variance(queries, keys, scaled=False):
    result = []
    for d in range(1, queries.shape[1] + 1):
        dot = (queries[:, :d] * keys[:, :d]).sum(axis=1)
        if scaled:
            dot = dot / np.sqrt(d)
        result.append(np.mean((dot - dot.mean()) ** 2))
    return np.array(result)


def scaled_scores(queries, keys):
    d_k = queries.shape[-1]
    return queries @ np.swapaxes(keys, -1, -2) / d_k
