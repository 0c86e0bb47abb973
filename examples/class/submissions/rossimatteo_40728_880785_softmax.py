import numpy as np


def softmax(scores, axis=-1):
    # subtract the max so exp() does not blow up
    m = scores.max(axis=axis, keepdims=True)
    num = np.exp(scores - m)
    den = np.sum(num, axis=axis, keepdims=True
    return num / den


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
    d_k = keys.shape[-1]
    return np.einsum("...qd,...kd->...qk", queries, keys) / d_k**0.5
