import numpy as np


def dot(s, h):
    exponentials = np.exp(s @ h.T)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
