# wrong: encode always starts from a state of zeros and ignores h_0, which shows for any other h_0.
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(np.concatenate([x, h]) @ np.concatenate([W_x, W_h]) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    h = h_0
    rows = []
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        rows.append(h[None, :])
    return np.concatenate(rows, axis=0)


def encode(xs, h_0, W_x, W_h, b):
    state = np.zeros(W_h.shape[0])
    for token in xs:
        state = rnn_cell(token, state, W_x, W_h, b)
    return state


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)

    matrix = np.eye(W_h.shape[0])
    norms = {len(states) - 1: 1.0}
    for t in sorted(range(1, len(states)), reverse=True):
        matrix = matrix @ jacobian(states[t], W_h)
        norms[t - 1] = np.linalg.norm(matrix, 2)
    return np.array([norms[t] for t in range(len(states))])


def costs(layer, length):
    n = length
    if layer == "recurrent":
        numbers = n, n - 1, n
    else:
        numbers = 1, 1, n**2
    return {"sequential_steps": numbers[0], "longest_path": numbers[1], "comparisons": numbers[2]}
