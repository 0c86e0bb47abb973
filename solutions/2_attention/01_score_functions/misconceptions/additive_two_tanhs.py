"""s and h go through a tanh each and are added afterwards.

They are added first: one tanh, of s W_s + h W_h. Otherwise the two never meet inside it.
"""

import numpy as np


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    hidden = np.tanh(s @ W_a[:n_s])[:, None, :] + np.tanh(h @ W_a[n_s:])[None, :, :]
    return hidden @ v_a
