# wrong: rnn_cell computes W_h h instead of h W_h; shows when W_h is not symmetric
from functools import reduce

import numpy as np


class RNN:
    def __init__(self, W_x, W_h, b):
        self.W_x, self.W_h, self.b = W_x, W_h, b

    def step(self, x, h):
        z = np.dot(x, self.W_x) + np.dot(self.W_h, h) + self.b
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
    states = list(net.read(xs, h_0))
    product = np.eye(len(b))
    norms = [1.0]
    while len(states) > 1:
        product = product @ net.back(states.pop())
        norms.insert(0, np.linalg.svd(product, compute_uv=False)[0])
    return np.array(norms)


def costs(layer, length):
    steps = length if layer == "recurrent" else 1
    path = max(steps - 1, 1)
    return {"sequential_steps": steps, "longest_path": path, "comparisons": length * (length // steps)}
