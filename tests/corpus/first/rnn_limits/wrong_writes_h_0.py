# wrong: hidden_states steps inside the caller's h_0; shows when the same h_0 is used again, or is of whole numbers
import numpy as np
from provided import jacobian, plot  # noqa: F401


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
