"""feed_forward adds b_1 after the ReLU.

b_1 belongs to the first layer: add it to x W_1, then apply the ReLU. It shifts the point at which a hidden
unit becomes 0.
"""

import numpy as np


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1, 0) + b_1
    return hidden @ W_2 + b_2
