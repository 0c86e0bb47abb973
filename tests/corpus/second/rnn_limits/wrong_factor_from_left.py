# wrong: gradient_norms multiplies each new Jacobian from the left; shows with several units and three or more tokens
from functools import reduce
from itertools import accumulate

import numpy as np


class RNN:
    def __init__(self, W_x, W_h, b):
        self.W = np.vstack([W_x, W_h]).astype(np.float64)
        self.W_h = np.asarray(W_h, dtype=np.float64)
        self.b = np.asarray(b, dtype=np.float64)

    def __call__(self, h, x):
        return np.tanh(np.concatenate([x, h]) @ self.W + self.b)

    def slope(self, h):
        return np.einsum("i,ji->ij", 1 - h * h, self.W_h)


def rnn_cell(x, h, W_x, W_h, b):
    return RNN(W_x, W_h, b)(h, x)


def hidden_states(xs, h_0, W_x, W_h, b):
    steps = accumulate(xs, RNN(W_x, W_h, b), initial=np.asarray(h_0))
    next(steps)
    return np.vstack(list(steps))


def encode(xs, h_0, W_x, W_h, b):
    return reduce(RNN(W_x, W_h, b), xs, np.asarray(h_0))


def gradient_norms(xs, h_0, W_x, W_h, b):
    rnn = RNN(W_x, W_h, b)
    states = hidden_states(xs, h_0, W_x, W_h, b)
    total = np.eye(len(rnn.b))
    norms = [1.0]
    for h in reversed(states[1:]):
        total = rnn.slope(h) @ total
        norms.append(np.linalg.svd(total, compute_uv=False)[0])
    return np.array(norms[::-1])


def costs(layer, length):
    match layer:
        case "recurrent":
            steps, path, pairs = length, length - 1, length
        case "attention":
            steps, path, pairs = 1, 1, length * length
    return {"sequential_steps": steps, "longest_path": path, "comparisons": pairs}
