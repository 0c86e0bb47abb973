"""The norms are listed from T down to 1.

The loop goes back through time, but entry 0 must belong to t = 1. Reverse the list at the end.
"""

import numpy as np
from provided import jacobian
from solution import hidden_states


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    gradient = np.eye(len(h_0))
    norms = [1.0]
    for h in states[:0:-1]:
        gradient = gradient @ jacobian(h, W_h)
        norms.append(np.linalg.norm(gradient, 2))
    return np.array(norms)
