"""shift_matrix expects all sines in the left half and all cosines in the right half.

It fits a table in the halves convention. Here sine and cosine alternate, so the 2 × 2 blocks are on the diagonal.
"""

import numpy as np


def shift_matrix(k, d_model):
    pairs = (d_model + 1) // 2
    turn = k / 10000 ** (2 * np.arange(pairs) / d_model)
    cos, sin = np.diag(np.cos(turn)), np.diag(np.sin(turn))
    return np.block([[cos, -sin], [sin, cos]])[:d_model, :d_model]
