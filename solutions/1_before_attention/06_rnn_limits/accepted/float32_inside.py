"""numpy in single precision; the chain is built from the front, one list of products that grows."""

import numpy as np
from provided import jacobian


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


def gradient_norms(xs, h_0, W_x, W_h, b):
    (W_h,) = single(W_h)
    gradients = []  # dh_s/dh_t for t = 1 ... s, while s goes from 1 to T
    for h in hidden_states(xs, h_0, W_x, W_h, b):
        step = jacobian(h, W_h)
        gradients = [*(step @ gradient for gradient in gradients), np.eye(len(h_0), dtype=np.float32)]
    return np.array([np.linalg.svd(gradient, compute_uv=False)[0] for gradient in gradients])


def costs(layer, length):
    recurrent = layer == "recurrent"
    return {
        "sequential_steps": length if recurrent else 1,
        "longest_path": length - 1 if recurrent else 1,
        "comparisons": length if recurrent else length * length,
    }
