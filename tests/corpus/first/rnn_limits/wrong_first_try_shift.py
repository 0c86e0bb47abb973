# wrong: gradient_norms uses Frobenius and one factor too many; hidden_states lists h_0 to h_(T-1), encode adds the last
import numpy as np
from provided import jacobian, plot  # noqa: F401


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(x @ W_x + h @ W_h + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = [h_0]
    for t in range(len(xs) - 1):
        states.append(rnn_cell(xs[t], states[-1], W_x, W_h, b))
    return np.array(states)


def encode(xs, h_0, W_x, W_h, b):
    before = hidden_states(xs, h_0, W_x, W_h, b)[-1]
    return rnn_cell(xs[-1], before, W_x, W_h, b)


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = [rnn_cell(x, h, W_x, W_h, b) for x, h in zip(xs, hidden_states(xs, h_0, W_x, W_h, b))]
    T = len(states)
    norms = np.zeros(T)
    M = np.eye(len(h_0))
    for t in range(T - 1, -1, -1):
        M = M @ jacobian(states[t], W_h)
        norms[t] = np.linalg.norm(M)
    return norms


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * length}
