"""numpy in single precision; the chain is built from the front, one list of products that grows."""

import numpy as np


def single(*arrays):
    return [np.asarray(array, dtype=np.float32) for array in arrays]


def rnn_cell(x, h, W_x, W_h, b):
    x, h, W_x, W_h, b = single(x, h, W_x, W_h, b)
    return np.tanh(np.concatenate([x, h]) @ np.concatenate([W_x, W_h]) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = np.empty((len(xs) + 1, len(h_0)), dtype=np.float32)
    states[0] = h_0
    for t, x in enumerate(xs):
        states[t + 1] = rnn_cell(x, states[t], W_x, W_h, b)
    return states[1:]


def encode(xs, h_0, W_x, W_h, b):
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h


def jacobian(h, W_h):
    h, W_h = single(h, W_h)
    return np.diag((1 - h) * (1 + h)) @ W_h.T


def chains(xs, h_0, W_x, W_h, b):
    """For each time s the list of dh_s/dh_t, t = 1 ... s."""
    found = []
    for h in hidden_states(xs, h_0, W_x, W_h, b):
        step = jacobian(h, W_h)
        before = found[-1] if found else []
        found.append([step @ gradient for gradient in before] + [np.eye(len(h_0), dtype=np.float32)])
    return found


def norm(matrix):
    return np.linalg.svd(matrix, compute_uv=False)[0]


def gradient_norms(xs, h_0, W_x, W_h, b):
    return np.array([norm(gradient) for gradient in chains(xs, h_0, W_x, W_h, b)[-1]])


def attention_gradient_norms(xs, h_0, W_x, W_h, b, weights):
    found = chains(xs, h_0, W_x, W_h, b)
    time = len(xs)
    return np.array([norm(sum(weights[s] * found[s][t] for s in range(t, time))) for t in range(time)])


def costs(layer, length):
    recurrent = layer == "recurrent"
    return {
        "sequential_steps": length if recurrent else 1,
        "longest_path": length - 1 if recurrent else 1,
        "comparisons": length if recurrent else length * length,
    }
