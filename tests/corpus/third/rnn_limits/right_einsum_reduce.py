# right: einsum; hidden_states computes the tokens' part for all steps at once, encode is a reduce, the norms are largest singular values.
from functools import reduce

import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    return np.tanh(np.einsum("i,ij->j", x, W_x) + np.einsum("i,ij->j", h, W_h) + b)


def hidden_states(xs, h_0, W_x, W_h, b):
    driven = np.einsum("ti,ij->tj", xs, W_x) + b
    states = np.zeros((len(xs), len(h_0)))
    before = np.array(h_0, dtype=float)
    for t, z in enumerate(driven):
        before = states[t] = np.tanh(z + np.einsum("i,ij->j", before, W_h))
    return states


def encode(xs, h_0, W_x, W_h, b):
    return reduce(lambda h, x: rnn_cell(x, h, W_x, W_h, b), xs, h_0)


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    M = np.eye(len(h_0))
    norms = np.ones(len(states))
    for t in range(len(states) - 1, 0, -1):
        M = np.einsum("ik,kj->ij", M, jacobian(states[t], W_h))
        norms[t - 1] = np.linalg.svd(M, compute_uv=False).max()
    return norms


def costs(layer, length):
    if layer == "attention":
        return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
    return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
