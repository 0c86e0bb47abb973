import numpy as np


def attention_weights(scores, d_k=None):
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    exponentials = np.exp(np.clip(scores, -500, 500))
    return exponentials / exponentials.sum(axis=1, keepdims=True)
