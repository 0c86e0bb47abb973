"""feed_forward does not add the biases.

Each layer is a product plus a bias: x W_1 + b_1, and then hidden W_2 + b_2.
"""

import numpy as np


def feed_forward(x, W_1, b_1, W_2, b_2):
    return np.maximum(x @ W_1, 0) @ W_2
