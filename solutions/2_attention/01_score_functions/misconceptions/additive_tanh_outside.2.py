import numpy as np


def additive(s, h, W_a, v_a):
    n_h = h.shape[1]
    hidden = (s @ W_a[n_h:])[:, None, :] + (h @ W_a[:n_h])[None, :, :]
    return np.tanh(hidden @ v_a)
