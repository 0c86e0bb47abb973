# right: single numbers and math.tanh in loops; the Jacobians are multiplied up row by row, only the norm is numpy's.
import math

import numpy as np
from provided import jacobian


def rnn_cell(x, h, W_x, W_h, b):
    new = []
    for j in range(len(b)):
        total = float(b[j])
        for i in range(len(x)):
            total += float(x[i]) * float(W_x[i][j])
        for i in range(len(h)):
            total += float(h[i]) * float(W_h[i][j])
        new.append(math.tanh(total))
    return np.array(new)


def hidden_states(xs, h_0, W_x, W_h, b):
    states = []
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
        states.append(h)
    return np.array(states)


def encode(xs, h_0, W_x, W_h, b):
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    d = len(h_0)
    M = np.eye(d)
    norms = [1.0]
    for t in range(len(states) - 1, 0, -1):
        J = jacobian(states[t], W_h)
        M = np.array([sum(M[i, k] * J[k] for k in range(d)) for i in range(d)])
        norms.insert(0, np.linalg.norm(M, 2))
    return np.array(norms)


def costs(layer, length):
    if layer == "recurrent":
        return {"sequential_steps": length, "longest_path": length - 1, "comparisons": length}
    return {"sequential_steps": 1, "longest_path": 1, "comparisons": length * length}
