import numpy as np


def cosine(s, h):
    length = np.linalg.norm(h, axis=1)
    return s @ h.T / np.where(length == 0, 1, length)
