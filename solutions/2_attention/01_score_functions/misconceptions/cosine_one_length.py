"""The dot product is divided by the length of one of the two only.

A long vector of the other side still gets a large score. Divide by both lengths, |s_t| and |h_i|.
"""

import numpy as np


def cosine(s, h):
    length = np.linalg.norm(s, axis=1, keepdims=True)
    return s @ h.T / np.where(length == 0, 1, length)
