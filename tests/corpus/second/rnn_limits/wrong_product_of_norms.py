# wrong: gradient_norms multiplies the norms of the Jacobians, not the matrices; shows with several units, three or more tokens
import numpy as np
from provided import jacobian, plot  # noqa: F401


def rnn_cell(x, h, W_x, W_h, b):
    x, h, W_x, W_h, b = (np.asarray(a, dtype=float) for a in (x, h, W_x, W_h, b))
    return np.tanh(x @ W_x + h @ W_h + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    h = h_0
    states = []
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        states.append(h)
    return np.array(states)


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    sizes = np.array([np.linalg.norm(jacobian(h, W_h), 2) for h in states[1:]])
    return np.append(np.cumprod(sizes[::-1])[::-1], 1.0)


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
