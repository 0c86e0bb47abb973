"""feed_forward applies the ReLU after the second layer instead of between the layers.

The ReLU works on the d_ff hidden values, before W_2. The result itself may be negative.
"""

import numpy as np


def feed_forward(x, W_1, b_1, W_2, b_2):
    return np.maximum((x @ W_1 + b_1) @ W_2 + b_2, 0)
