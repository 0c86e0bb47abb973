"""feed_forward adds its input to the result.

That is the residual connection, which goes around this layer and has an exercise of its own. Return
hidden W_2 + b_2 alone.
"""

import numpy as np


def feed_forward(x, W_1, b_1, W_2, b_2):
    hidden = np.maximum(x @ W_1 + b_1, 0)
    return x + hidden @ W_2 + b_2
