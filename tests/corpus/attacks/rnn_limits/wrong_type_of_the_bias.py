# wrong: rnn_cell gives the token the type of the bias; shows for a bias of whole numbers and tokens of fractions
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    x = np.asarray(x, dtype=b.dtype)
    return np.tanh(np.dot(x, W_x) + np.dot(h, W_h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = [h_0]
    for x in xs:
        states.append(rnn_cell(x, states[-1], W_x, W_h, b))
    return np.array(states[1:])


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
