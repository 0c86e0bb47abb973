import numpy as np


def masked_softmax(scores, keep):
    scores = np.where(keep, np.asarray(scores, dtype=np.float64), np.finfo(np.float64).min)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
