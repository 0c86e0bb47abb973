"""shift_matrix rotates every pair by the same angle k.

Each pair rotates by its own angle: k / 10000^(2i / d_model). Only the first pair rotates by k itself.
"""

import numpy as np


def shift_matrix(k, d_model):
    pairs = (d_model + 1) // 2
    block = np.array([[np.cos(k), -np.sin(k)], [np.sin(k), np.cos(k)]])
    return np.kron(np.eye(pairs), block)[:d_model, :d_model]
