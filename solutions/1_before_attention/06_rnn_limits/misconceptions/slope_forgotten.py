"""The gradient of a step is only W_h: the slope of tanh is missing.

tanh flattens the state, and where it is flat nothing comes through. Multiply row i by 1 − h[i]².
"""

import numpy as np


def jacobian(h, W_h):
    return np.array(W_h.T)
