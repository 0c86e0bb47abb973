# wrong: every -inf is replaced by -1e9 before the softmax, so beside finite scores around or below -1e9 the hidden key gets weight, e.g. [-2e9, -inf]; with ordinary scores all is well.
import math

import numpy as np

VERY_SMALL = -1e9


def _row(values):
    values = [VERY_SMALL if v == -math.inf else v for v in values]
    top = max(values)
    exps = [math.exp(v - top) for v in values]
    total = sum(exps)
    return [e / total for e in exps]


def softmax(scores, axis=-1):
    return np.apply_along_axis(lambda row: np.array(_row([float(v) for v in row])), axis, scores)


def softmax_with_temperature(scores, temperature, axis=-1):
    return np.apply_along_axis(lambda row: np.array(_row([float(v) / temperature for v in row])), axis, scores)


def dot_product_variance(queries, keys, scaled=False):
    result = []
    for d in range(1, queries.shape[1] + 1):
        dots = [math.fsum(float(a) * float(b) for a, b in zip(q[:d], k[:d])) for q, k in zip(queries, keys)]
        if scaled:
            dots = [v / math.sqrt(d) for v in dots]
        mean = math.fsum(dots) / len(dots)
        result.append(math.fsum((v - mean) ** 2 for v in dots) / len(dots))
    return np.array(result)


def scaled_scores(queries, keys):
    return np.matmul(queries, np.swapaxes(keys, -1, -2)) / math.sqrt(queries.shape[-1])
