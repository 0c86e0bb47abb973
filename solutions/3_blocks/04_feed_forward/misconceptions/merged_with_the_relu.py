"""merge_linear sends vectors through the layers with the ReLU still between them.

With the ReLU the two layers are not linear, and no single layer equals them. Multiply (x W_1 + b_1) W_2 +
b_2 out, with no ReLU.
"""

import numpy as np
from solution import feed_forward


def merge_linear(W_1, b_1, W_2, b_2):
    b = feed_forward(np.zeros(len(W_1)), W_1, b_1, W_2, b_2)
    return feed_forward(np.eye(len(W_1)), W_1, b_1, W_2, b_2) - b, b
