"""general is divided by √n as well.

Only scaled_dot divides. W_a is learned, and can learn a scale of its own.
"""

import numpy as np


def general(s, h, W_a):
    return s @ W_a @ h.T / np.sqrt(h.shape[-1])
