"""The array of the states has the shape of the tokens.

A state has d_h numbers, a token d_in: np.zeros_like(xs) fits only if they are equal (and has the tokens' type). Make
the array with the shape (len(xs), len(h_0)), or collect the states in a list.
"""

import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.zeros_like(xs)
    h = h_0
    for t, x in enumerate(xs):
        h = rnn_cell(x, h, W_x, W_h, b)
        states[t] = h
    return states
