"""The norm is taken as the largest eigenvalue.

For a matrix that is not symmetric that can be far too small. Take the largest singular value:
np.linalg.norm(matrix, 2).
"""

import numpy as np
from solution import hidden_states, jacobian


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    gradient = np.eye(len(h_0))
    norms = [1.0]
    for h in states[:0:-1]:
        gradient = gradient @ jacobian(h, W_h)
        norms.append(np.abs(np.linalg.eigvals(gradient)).max())
    return np.array(norms[::-1])
