# right: plain Python loops over numbers, own Jacobian
import math

import numpy as np


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
    rows = [h_0]
    for x in xs:
        rows.append(rnn_cell(x, rows[-1], W_x, W_h, b))
    return np.array(rows[1:])


def encode(xs, h_0, W_x, W_h, b):
    h = h_0
    for x in xs:
        h = rnn_cell(x, h, W_x, W_h, b)
    return h


def gradient_norms(xs, h_0, W_x, W_h, b):
    states = hidden_states(xs, h_0, W_x, W_h, b)
    d = len(h_0)
    m = [[1.0 if i == j else 0.0 for j in range(d)] for i in range(d)]
    norms = [1.0]
    for h in states[:0:-1]:
        j_t = [[(1 - float(h[i]) ** 2) * float(W_h[j][i]) for j in range(d)] for i in range(d)]
        m = [[sum(m[i][k] * j_t[k][j] for k in range(d)) for j in range(d)] for i in range(d)]
        norms.insert(0, float(np.linalg.norm(np.array(m), 2)))
    return np.array(norms)


def costs(layer, length):
    table = {
        "recurrent": (length, length - 1, length),
        "attention": (1, 1, length * length),
    }
    return dict(zip(("sequential_steps", "longest_path", "comparisons"), table[layer]))
