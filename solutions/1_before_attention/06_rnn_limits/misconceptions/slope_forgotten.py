"""The factors are W_h alone, without the slope of tanh.

Where a unit is close to 1 or -1, tanh is flat and little comes through: each factor holds 1 - h². jacobian(h, W_h)
does both.
"""

import numpy as np
from solution import hidden_states


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    gradient = np.eye(len(h_0))
    norms = [1.0]
    for _ in states[:0:-1]:
        gradient = gradient @ W_h.T
        norms.append(np.linalg.norm(gradient, 2))
    return np.array(norms[::-1])
