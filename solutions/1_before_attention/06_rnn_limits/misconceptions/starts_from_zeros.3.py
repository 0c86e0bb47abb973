import numpy as np
from solution import rnn_cell


def encode(xs, h_0, W_x, W_h, b):
    h = np.zeros(len(h_0))
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h
