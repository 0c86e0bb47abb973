# wrong: the states are stored in the type of h_0; it shows when h_0 holds whole numbers.
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(x @ W_x + h @ W_h + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.zeros((len(xs), len(h_0)), dtype=h_0.dtype)
    h = h_0
    for t, x in enumerate(xs):
        h = rnn_cell(x, h, W_x, W_h, b)
        states[t] = h
    return states


def encode(xs, h_0, W_x, W_h, b):
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    product = np.eye(len(b))
    norms = [1.0]
    for h in states[:0:-1]:
        product = product @ jacobian(h, W_h)
        norms.append(np.linalg.norm(product, 2))
    return np.array(norms[::-1])


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
