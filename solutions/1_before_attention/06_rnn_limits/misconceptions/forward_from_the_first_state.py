"""The product is built forward from h_1: entry t is |dh_t/dh_1|, and the first entry is 1.

The question is how the last state depends on each earlier one. Start at T with the identity and go back in time.
"""

import numpy as np
from provided import jacobian
from solution import hidden_states


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    gradient = np.eye(len(h_0))
    norms = [1.0]
    for h in states[1:]:
        gradient = jacobian(h, W_h) @ gradient
        norms.append(np.linalg.norm(gradient, 2))
    return np.array(norms)
