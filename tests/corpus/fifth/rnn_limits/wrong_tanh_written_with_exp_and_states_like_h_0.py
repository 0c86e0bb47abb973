# wrong: tanh is (e^z - e^-z)/(e^z + e^-z), NaN for a sum of 5000, and the states have the type of h_0: whole numbers if h_0 holds integers.
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    z = x @ W_x + h @ W_h + b
    return (np.exp(z) - np.exp(-z)) / (np.exp(z) + np.exp(-z))


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.zeros((len(xs), len(h_0)), dtype=h_0.dtype)
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
