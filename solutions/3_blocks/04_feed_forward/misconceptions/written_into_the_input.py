"""feed_forward writes its result into the array it was given.

The caller still needs x: the residual connection adds it afterwards. Put the results in a new array.
"""

import numpy as np


def feed_forward(x, W_1, b_1, W_2, b_2):
    x[...] = np.maximum(x @ W_1 + b_1, 0) @ W_2 + b_2
    return x
