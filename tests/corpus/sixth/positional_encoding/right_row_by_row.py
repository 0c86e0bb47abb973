# right: loops with the math module.
import math

import numpy as np


def positional_encoding(length, d_model):
    table = []
    for pos in range(length):
        row = []
        for column in range(d_model):
            angle = pos / 10000 ** (2 * (column // 2) / d_model)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        table.append(row)
    return np.array(table).reshape(length, d_model)


def add_positions(embeddings, table):
    result = np.array(embeddings, dtype=float)
    for pos in range(result.shape[-2]):
        result[..., pos, :] += table[pos]
    return result


def shift_matrix(k, d_model):
    M = np.zeros((d_model + 1, d_model + 1))
    for c in range(0, d_model, 2):
        w = k / 10000 ** (c / d_model)
        M[c : c + 2, c : c + 2] = [[math.cos(w), -math.sin(w)], [math.sin(w), math.cos(w)]]
    return M[:d_model, :d_model]


def binary_code(length, bits):
    return np.array([[pos // 2**b % 2 for b in reversed(range(bits))] for pos in range(length)]).reshape(length, bits)


def code_distances(codes):
    rows = [[float(x) for x in row] for row in codes]
    return np.array([[math.dist(a, b) for b in rows] for a in rows])
