import numpy as np


def masked_softmax(scores, keep):
    scores = np.asarray(scores, dtype=np.float64)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True) * keep
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)
