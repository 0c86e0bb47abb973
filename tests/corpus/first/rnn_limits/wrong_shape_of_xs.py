# wrong: hidden_states makes room in the shape and dtype of xs; shows when d_in is not d_h, or for whole-number tokens
import numpy as np
from provided import jacobian, plot  # noqa: F401


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(x @ W_x + h @ W_h + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.zeros_like(xs)
    h = h_0
    for t in range(len(xs)):
        h = rnn_cell(xs[t], h, W_x, W_h, b)
        states[t] = h
    return states


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    T = len(states)
    norms = np.zeros(T)
    M = np.eye(states.shape[1])
    for t in range(T - 1, -1, -1):
        norms[t] = np.linalg.norm(M, 2)
        M = M @ jacobian(states[t], W_h)
    return norms


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * length}
