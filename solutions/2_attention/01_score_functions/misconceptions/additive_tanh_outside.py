"""The tanh comes last, applied to the finished score.

It belongs to the hidden layer: first tanh of every hidden number, then the product with v_a.
"""

import numpy as np


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    hidden = (s @ W_a[:n_s])[:, None, :] + (h @ W_a[n_s:])[None, :, :]
    return np.tanh(hidden @ v_a)
