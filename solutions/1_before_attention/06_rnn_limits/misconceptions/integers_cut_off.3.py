import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    h = h_0.copy()
    states = []
    for x in xs:
        h[:] = rnn_cell(x, h, W_x, W_h, b)
        states.append(h.copy())
    return np.stack(states)
