import numpy as np
from solution import rnn_cell


def hidden_states(xs, h_0, W_x, W_h, b):
    states = [h_0]
    for x in xs[:-1]:
        states.append(rnn_cell(x, states[-1], W_x, W_h, b))
    return np.stack(states)


def encode(xs, h_0, W_x, W_h, b):
    return rnn_cell(xs[-1], hidden_states(xs, h_0, W_x, W_h, b)[-1], W_x, W_h, b)
