# right: a class that joins W_x and W_h to one matrix; accumulate runs the steps, and all matrix norms are taken in one call.
from itertools import accumulate

import numpy as np
import provided


class _Cell:
    def __init__(self, W_x, W_h, b):
        self.W = np.vstack([W_x, W_h]).astype(float)
        self.W_h = np.array(W_h, dtype=float)
        self.b = b

    def __call__(self, h, x):
        return np.tanh(np.hstack([x, h]) @ self.W + self.b)

    def read(self, xs, h_0):
        return np.stack(list(accumulate(xs, self, initial=h_0))[1:])

    def back(self, states):
        products = accumulate(
            [provided.jacobian(h, self.W_h) for h in states[:0:-1]],
            np.matmul,
            initial=np.eye(states.shape[1]),
        )
        return np.stack(list(products)[::-1])


def rnn_cell(x, h, W_x, W_h, b):
    return _Cell(W_x, W_h, b)(h, x)


def hidden_states(xs, h_0, W_x, W_h, b):
    return _Cell(W_x, W_h, b).read(xs, h_0)


def encode(xs, h_0, W_x, W_h, b):
    return _Cell(W_x, W_h, b).read(xs, h_0)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    cell = _Cell(W_x, W_h, b)
    return np.linalg.norm(cell.back(cell.read(xs, h_0)), ord=2, axis=(-2, -1))


def costs(layer, length):
    values = {"recurrent": (length, length - 1, length), "attention": (1, 1, length**2)}[layer]
    return dict(zip(("sequential_steps", "longest_path", "comparisons"), values))
