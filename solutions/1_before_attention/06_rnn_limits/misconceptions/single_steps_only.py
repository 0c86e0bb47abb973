"""Each entry is the norm of one step, |dh_{t+1}/dh_t|, and not of the whole way to T.

The way from h_t to h_T goes through all the steps between. Keep the product and multiply it by one more Jacobian
for each step back.
"""

import numpy as np
from solution import hidden_states, jacobian


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    return np.array([np.linalg.norm(jacobian(h, W_h), 2) for h in states[1:]] + [1.0])
