# wrong: gradient_norms: own Jacobian uses W_h[i, j] for W_h[j, i]; shows with several units and W_h not symmetric
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
    m = np.eye(d)
    norms = [1.0]
    for t in range(len(states) - 1, 0, -1):
        j_t = np.zeros((d, d))
        for i in range(d):
            for j in range(d):
                j_t[i, j] = (1 - states[t][i] ** 2) * W_h[i][j]
        m = m @ j_t
        norms.append(np.linalg.norm(m, 2))
    norms.reverse()
    return np.array(norms)


def costs(layer, length):
    table = {
        "recurrent": (length, length - 1, length),
        "attention": (1, 1, length * length),
    }
    return dict(zip(("sequential_steps", "longest_path", "comparisons"), table[layer]))
