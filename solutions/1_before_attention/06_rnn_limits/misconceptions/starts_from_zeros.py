"""The first step starts from zeros and not from h_0.

Zeros are the usual start, but here the caller decides. Start with h = h_0.
"""

import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    h = np.zeros(len(h_0))
    states = []
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        states.append(h)
    return np.stack(states)
