# wrong: scores[~keep] = -inf needs a mask of the full shape of the scores; a mask that broadcasts, such as (query, key) or (batch, 1, key) for a batch, raises IndexError.
import numpy as np


def attention(queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None):
    scores = np.matmul(queries, np.moveaxis(keys, -1, -2)).astype(float)
    scores /= np.sqrt(queries.shape[-1])
    if keep is not None:
        scores[~keep] = -np.inf
    row_max = scores.max(axis=-1, keepdims=True)
    row_max[row_max == -np.inf] = 0
    scores -= row_max
    weights = np.exp(scores)
    sums = weights.sum(axis=-1, keepdims=True)
    sums[sums == 0] = 1
    weights /= sums
    return np.matmul(weights, values), weights
