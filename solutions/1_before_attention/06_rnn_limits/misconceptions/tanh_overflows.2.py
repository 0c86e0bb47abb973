import numpy as np


def rnn_cell(x, h, W_x, W_h, b):
    a = np.exp(2 * (x @ W_x + h @ W_h + b))
    return (a - 1) / (a + 1)
