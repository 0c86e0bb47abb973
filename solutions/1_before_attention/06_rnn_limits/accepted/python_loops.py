"""Lists and math.tanh; numpy only for the singular values."""

import math

import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    new = []
    for unit in range(len(b)):
        total = float(b[unit])
        for j in range(len(x)):
            total += float(x[j]) * float(W_x[j][unit])
        for j in range(len(h)):
            total += float(h[j]) * float(W_h[j][unit])
        new.append(math.tanh(total))
    return new


def hidden_states(xs, h_0, W_x, W_h, b):
    states = []
    for x in xs:
        states.append(rnn_cell(x, states[-1] if states else h_0, W_x, W_h, b))
    return states


def encode(xs, h_0, W_x, W_h, b):
    return hidden_states(xs, h_0, W_x, W_h, b)[-1]


def times(one, other):
    units = range(len(one))
    return [[sum(one[i][k] * other[k][j] for k in units) for j in units] for i in units]


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    units, norms = range(len(h_0)), [0.0] * len(xs)
    gradient = [[1.0 if i == j else 0.0 for j in units] for i in units]
    for t in reversed(range(len(xs))):
        norms[t] = float(max(np.linalg.svd(gradient, compute_uv=False)))
        gradient = times(gradient, jacobian(states[t], W_h).tolist())
    return norms


def costs(layer, length):
    if layer == "attention":
        pairs = [(query, key) for query in range(length) for key in range(length)] if length < 50 else range(length**2)
        return {"sequential_steps": 1, "longest_path": 1, "comparisons": len(pairs)}
    return {"sequential_steps": length, "longest_path": len(range(1, length)), "comparisons": length}
