# wrong: dot_product_variance adds up the variances of the single dimensions instead of measuring the variance of the sum; right only for uncorrelated dimensions, shows for example when two dimensions are equal.
import numpy as np


def softmax(scores, axis=-1):
    scores = np.asarray(scores).astype(float)
    top = np.amax(scores, axis=axis, keepdims=True)
    e = np.exp(scores - top)
    return np.divide(e, np.sum(e, axis=axis, keepdims=True))


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(np.asarray(scores).astype(float) / float(temperature), axis)


def dot_product_variance(queries, keys, scaled=False):
    # Var(X_1 + ... + X_d) = Var(X_1) + ... + Var(X_d)
    variances = (queries * keys).var(axis=0)
    total = np.cumsum(variances)
    if scaled:
        total = total / np.arange(1, total.size + 1)
    return total


def scaled_scores(queries, keys):
    return np.matmul(queries, np.moveaxis(keys, -1, -2)) / np.sqrt(queries.shape[-1])
