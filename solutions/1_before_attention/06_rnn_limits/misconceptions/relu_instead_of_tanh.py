"""The step uses ReLU, max(0, a), instead of tanh.

The states are then never negative, and nothing keeps them below 1. A vanilla RNN uses np.tanh.
"""

import numpy as np


def rnn_cell(x, h, W_x, W_h, b):
    return np.maximum(0, x @ W_x + h @ W_h + b)
