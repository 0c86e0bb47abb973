# wrong: the exponent is 2j/d_model with j the column, so the cosine has another angle than its sine
import math
import numpy as np


def _speed(column, d_model):
    return 1 / 10000 ** ((column - column % 2) / d_model)


def positional_encoding(length, d_model):
    rows = []
    for pos in range(length):
        angles = [pos / 10000 ** (2 * j / d_model) for j in range(d_model)]
        rows.append([math.cos(a) if j % 2 else math.sin(a) for j, a in enumerate(angles)])
    return np.array(rows)


def add_positions(embeddings, table):
    out = np.array(embeddings, dtype=float)
    for place in np.ndindex(out.shape[:-1]):
        out[place] = out[place] + table[place[-1]]
    return out


def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for row in range(d_model):
        for column in range(d_model):
            if row == column:
                M[row, column] = math.cos(k * _speed(column, d_model))
            elif row // 2 == column // 2:
                turn = math.sin(k * _speed(column, d_model))
                M[row, column] = -turn if row < column else turn
    return M


def binary_code(length, bits):
    rows = [[n // 2**b % 2 for b in range(bits - 1, -1, -1)] for n in range(length)]
    return np.array(rows, dtype=int).reshape(length, bits)


def code_distances(codes):
    plain = [[float(x) for x in row] for row in codes]
    return np.array([[math.dist(a, b) for b in plain] for a in plain])
