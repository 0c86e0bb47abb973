# wrong: the state is computed in place, starting in the caller's own h_0 (if it holds floats), which is the last state afterwards.
import numpy as np
from provided import jacobian, plot  # noqa: F401


class RNN:
    def __init__(self, W_x, W_h, b):
        self.W_x, self.W_h, self.b = W_x, W_h, b

    def step(self, x, h):
        return np.tanh(x @ self.W_x + h @ self.W_h + self.b)

    def run(self, xs, h_0):
        h = np.asarray(h_0, dtype=float)
        states = np.zeros((len(xs), len(h)))
        for t, x in enumerate(xs):
            h[:] = self.step(x, h)
            states[t] = h
        return states


def rnn_cell(x, h, W_x, W_h, b):
    return RNN(W_x, W_h, b).step(x, h)


def hidden_states(xs, h_0, W_x, W_h, b):
    return RNN(W_x, W_h, b).run(xs, h_0)


def encode(xs, h_0, W_x, W_h, b):
    return RNN(W_x, W_h, b).run(xs, h_0)[-1]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = RNN(W_x, W_h, b).run(xs, h_0)
    M = np.eye(states.shape[1])
    norms = []
    for t in reversed(range(len(states))):
        norms.insert(0, np.linalg.norm(M, 2))
        M = M @ jacobian(states[t], W_h)
    return np.array(norms)


def costs(layer, length):
    recurrent = layer == "recurrent"
    return {
        "sequential_steps": length if recurrent else 1,
        "longest_path": length - 1 if recurrent else 1,
        "comparisons": length if recurrent else length**2,
    }
