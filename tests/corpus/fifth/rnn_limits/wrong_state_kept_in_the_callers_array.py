# wrong: the state is updated in h_0 itself: the caller's h_0 is changed, and cut off to whole numbers if it holds integers.
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(x @ W_x + h @ W_h + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.zeros((len(xs), len(h_0)))
    h = h_0
    for t, x in enumerate(xs):
        h[:] = rnn_cell(x, h, W_x, W_h, b)
        states[t] = h
    return states


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    T = len(states)
    norms = np.ones(T)
    product = np.eye(states.shape[1])
    for t in range(T - 1, 0, -1):
        product = product @ jacobian(states[t], W_h)
        norms[t - 1] = np.linalg.norm(product, 2)
    return norms


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * length}
