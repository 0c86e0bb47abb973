import numpy as np


def general(s, h, W_a):
    exponentials = np.exp(s @ W_a @ h.T)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
