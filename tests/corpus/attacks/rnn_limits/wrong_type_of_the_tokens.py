# wrong: hidden_states gives the weights the type of the tokens; shows for one-hot tokens of whole numbers and weights of fractions
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(np.dot(x, W_x) + np.dot(h, W_h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    h, W_x, W_h, b = (np.asarray(array, dtype=xs.dtype) for array in (h_0, W_x, W_h, b))
    states = []
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        states.append(h)
    return np.array(states)


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    norms = np.ones(len(states))
    product = np.eye(len(b))
    for t in range(len(states) - 2, -1, -1):
        product = product @ jacobian(states[t + 1], W_h)
        norms[t] = np.linalg.norm(product, 2)
    return norms


def costs(layer, length):
    steps, path, comparisons = (length, length - 1, length) if layer == "recurrent" else (1, 1, length * length)
    return {"sequential_steps": steps, "longest_path": path, "comparisons": comparisons}
