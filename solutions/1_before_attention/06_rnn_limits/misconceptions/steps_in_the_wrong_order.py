"""The steps are multiplied in the wrong order.

Matrices do not commute. The chain rule puts the last step first: J_T J_{T-1} … J_{t+1}. Going back, the new factor
comes from the right.
"""

import numpy as np
from provided import jacobian
from solution import hidden_states


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    gradient = np.eye(len(h_0))
    norms = [1.0]
    for h in states[:0:-1]:
        gradient = jacobian(h, W_h) @ gradient
        norms.append(np.linalg.norm(gradient, 2))
    return np.array(norms[::-1])
