"""The bias b is missing from the step.

Add it to the sum before the tanh: x W_x + h W_h + b.
"""

import numpy as np


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(x @ W_x + h @ W_h)
