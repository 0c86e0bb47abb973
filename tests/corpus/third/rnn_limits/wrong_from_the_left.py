# wrong: gradient_norms multiplies each new Jacobian from the left, which shows for a state of several numbers and three or more tokens.
import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(np.einsum("i,ij->j", x, W_x) + np.einsum("i,ij->j", h, W_h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = [h_0]
    for x in xs:
        states.append(rnn_cell(x, states[-1], W_x, W_h, b))
    return np.array(states[1:])


def encode(xs, h_0, W_x, W_h, b):
    *_, last = hidden_states(xs, h_0, W_x, W_h, b)
    return last


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    norms = np.ones(len(states))
    J = np.eye(len(h_0))
    for t in range(len(states) - 2, -1, -1):
        J = jacobian(states[t + 1], W_h) @ J
        norms[t] = np.linalg.norm(J, 2)
    return norms


def costs(layer, length):
    keys = ["sequential_steps", "longest_path", "comparisons"]
    values = [length, length - 1, length] if layer == "recurrent" else [1, 1, length**2]
    return dict(zip(keys, values))
