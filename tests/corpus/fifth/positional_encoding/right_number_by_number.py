# right: math module and loops only; whole numbers stay Python numbers.
"""Positional encoding with loops."""

import math

import numpy as np


def _angle(steps, column, d_model):
    pair = column // 2
    return steps / 10000 ** (2 * pair / d_model)


def positional_encoding(length, d_model):
    table = np.empty((length, d_model))
    for pos in range(length):
        for column in range(d_model):
            wave = math.cos if column % 2 else math.sin
            table[pos, column] = wave(_angle(pos, column, d_model))
    return table


def add_positions(embeddings, table):
    result = np.array(embeddings, dtype=float)
    for pos in range(result.shape[-2]):
        result[..., pos, :] += table[pos]
    return result


def shift_matrix(k, d_model):
    M = np.eye(d_model)
    for row in range(d_model):
        a = _angle(k, row, d_model)
        M[row, row] = math.cos(a)
        if row % 2:
            M[row, row - 1] = math.sin(a)
        elif row + 1 < d_model:
            M[row, row + 1] = -math.sin(a)
    return M


def binary_code(length, bits):
    code = np.zeros((length, bits), dtype=np.int64)
    for n in range(length):
        for b in range(bits):
            code[n, bits - 1 - b] = n // 2**b % 2
    return code


def code_distances(codes):
    rows = codes.tolist()
    result = np.zeros((len(rows), len(rows)))
    for i, a in enumerate(rows):
        for j, b in enumerate(rows[:i]):
            result[i, j] = result[j, i] = math.hypot(*(x - y for x, y in zip(a, b)))
    return result
