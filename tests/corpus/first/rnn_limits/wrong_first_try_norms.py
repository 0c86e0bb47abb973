# wrong: gradient_norms multiplies norms, not matrices, and goes forward from t = 1; costs swaps n and n - 1 for recurrent
from functools import reduce

import numpy as np


class RNN:
    def __init__(self, W_x, W_h, b):
        self.W_x, self.W_h, self.b = W_x, W_h, b

    def step(self, x, h):
        z = np.dot(self.W_x.T, x) + np.dot(self.W_h.T, h) + self.b
        return np.tanh(z)

    def read(self, xs, h):
        for x in xs:
            h = self.step(x, h)
            yield h

    def back(self, h):
        return np.diag(1 - np.square(h)) @ self.W_h.T


def rnn_cell(x, h, W_x, W_h, b):
    return RNN(W_x, W_h, b).step(x, h)


def hidden_states(xs, h_0, W_x, W_h, b):
    return np.vstack(list(RNN(W_x, W_h, b).read(xs, h_0)))


def encode(xs, h_0, W_x, W_h, b):
    net = RNN(W_x, W_h, b)
    return reduce(lambda h, x: net.step(x, h), xs, h_0)


def gradient_norms(xs, h_0, W_x, W_h, b):
    net = RNN(W_x, W_h, b)
    norms = []
    size = 1.0
    for h in net.read(xs, h_0):
        norms.append(size)
        size = size * np.linalg.norm(net.back(h), 2)
    return np.array(norms[::-1])


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length - 1, "longest_path": length, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
