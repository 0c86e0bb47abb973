"""Each Jacobian is computed at the state before the step instead of the state after it.

The step from h_{t-1} to h_t is jacobian(h_t, W_h). So the Jacobians belong to h_T, …, h_2; h_1 is not used.
"""

import numpy as np
from provided import jacobian
from solution import hidden_states


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    gradient = np.eye(len(h_0))
    norms = [1.0]
    for h in states[-2::-1]:
        gradient = gradient @ jacobian(h, W_h)
        norms.append(np.linalg.norm(gradient, 2))
    return np.array(norms[::-1])
