# wrong: gradient_norms counts the factors from t = 1 on and ends with J_1 too; costs: path of n and n - 1 steps for recurrent; any input
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
    m = np.eye(len(h_0))
    norms = []
    for h in states:
        m = m @ ((1 - h**2)[:, None] * np.transpose(W_h))
        norms.append(np.linalg.norm(m, 2))
    return np.array(norms)


def costs(layer, length):
    if layer == "attention":
        return {"sequential_steps": 1, "longest_path": 1, "comparisons": length**2}
    return {"sequential_steps": length - 1, "longest_path": length, "comparisons": length}
