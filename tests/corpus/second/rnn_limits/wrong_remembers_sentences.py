# wrong: hidden_states remembers the states of a sentence without its weights; shows when the same xs come with other W_x, W_h or b
import numpy as np
from provided import jacobian, plot  # noqa: F401

_seen = {}


def rnn_cell(x, h, W_x, W_h, b):
    x, h, W_x, W_h, b = (np.asarray(a, dtype=float) for a in (x, h, W_x, W_h, b))
    return np.tanh(x @ W_x + h @ W_h + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    key = (np.asarray(xs).tobytes(), np.asarray(xs).shape, np.asarray(h_0).tobytes())
    if key not in _seen:
        h = h_0
        states = []
        for x in xs:
            h = rnn_cell(x, h, W_x, W_h, b)
            states.append(h)
        _seen[key] = np.stack(states)
    return _seen[key].copy()


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    T = len(states)
    norms = np.empty(T)
    M = np.eye(len(h_0))
    for t in range(T - 1, -1, -1):
        norms[t] = np.linalg.norm(M, 2)
        M = M @ jacobian(states[t], W_h)
    return norms


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
