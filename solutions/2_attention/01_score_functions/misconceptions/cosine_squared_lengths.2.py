import numpy as np


def cosine(s, h):
    with np.errstate(invalid="ignore"):
        return s @ h.T / np.outer((s**2).sum(axis=1), (h**2).sum(axis=1))
