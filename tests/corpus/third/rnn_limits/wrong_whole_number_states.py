# wrong: hidden_states stores its rows in an array of the type of h_0, so an h_0 of whole numbers cuts all states off to 0 or 1.
import numpy as np
import provided


def rnn_cell(x, h, W_x, W_h, b):
    z = np.dot(x, W_x) + np.dot(h, W_h) + b
    return np.tanh(z)


def hidden_states(xs, h_0, W_x, W_h, b):
    T = xs.shape[0]
    states = np.empty_like(h_0, shape=(T, h_0.shape[0]))
    h = h_0
    for t in range(T):
        h = rnn_cell(xs[t], h, W_x, W_h, b)
        states[t] = h
    return states


def encode(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    return states[len(states) - 1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    T, d = states.shape
    norms = np.zeros(T)
    product = np.identity(d)
    for t in range(T - 1, -1, -1):
        norms[t] = np.linalg.norm(product, 2)
        product = np.dot(product, provided.jacobian(states[t], W_h))
    return norms


def costs(layer, length):
    n = length
    table = {
        "recurrent": (n, n - 1, n),
        "attention": (1, 1, n * n),
    }
    steps, path, comparisons = table[layer]
    return dict(sequential_steps=steps, longest_path=path, comparisons=comparisons)
