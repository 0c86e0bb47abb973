# wrong: the cell multiplies W_h h instead of h W_h; it shows with a state of several numbers and W_h not symmetric.
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(np.dot(x, W_x) + np.dot(W_h, h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = []
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        states.append(h)
    return np.array(states)


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


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
