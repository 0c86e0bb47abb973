import numpy as np


def masked_softmax(scores, keep):
    scores = scores + np.where(keep, 0.0, -1e9)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
