"""The list begins with h_0 and ends before the last state.

Row t is the state after token t. Append after the step, not before it.
"""

import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    h = h_0
    states = []
    for x in xs:
        states.append(h)
        h = rnn_cell(x, h, W_x, W_h, b)
    return np.stack(states)
