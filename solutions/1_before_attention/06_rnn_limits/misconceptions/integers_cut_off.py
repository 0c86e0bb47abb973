"""The states are stored in an array of integers, which cuts off all digits after the point.

An array made like the inputs (zeros_like, dtype=xs.dtype) has their type, and one-hot tokens are integers. States are
floats: collect them in a list, or make the array with dtype float.
"""

import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.zeros((len(xs), len(h_0)), dtype=xs.dtype)
    h = h_0
    for t, x in enumerate(xs):
        h = rnn_cell(x, h, W_x, W_h, b)
        states[t] = h
    return states
