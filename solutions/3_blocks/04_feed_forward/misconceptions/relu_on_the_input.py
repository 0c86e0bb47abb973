"""feed_forward applies the ReLU to its input, not to the hidden layer.

The negative features of x carry meaning and go into W_1 as they are. The ReLU comes after W_1 and b_1.
"""

import numpy as np


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x, 0) @ W_1 + b_1
    return hidden @ W_2 + b_2
