import numpy as np


def general(s, h, W_a):
    return s @ W_a @ h.T / np.sqrt(s.shape[-1])
