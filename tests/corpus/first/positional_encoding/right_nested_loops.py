# right: nested Python loops and the math module, lists turned into arrays at the end
import math

import numpy as np


def speed(column, d_model):
    i = column // 2
    return 10000.0 ** (-2 * i / d_model)


def positional_encoding(length, d_model):
    table = np.zeros((length, d_model))
    for pos in range(length):
        for column in range(d_model):
            angle = pos * speed(column, d_model)
            table[pos, column] = math.cos(angle) if column % 2 else math.sin(angle)
    return table


def add_positions(embeddings, table):
    if embeddings.ndim == 3:
        return np.array([add_positions(sentence, table) for sentence in embeddings]).reshape(embeddings.shape)
    result = np.array(embeddings, dtype=float)
    for pos in range(len(result)):
        result[pos] += table[pos]
    return result


def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for column in range(d_model):
        angle = k * speed(column, d_model)
        M[column, column] = math.cos(angle)
        if column % 2 == 0 and column + 1 < d_model:
            M[column, column + 1] = -math.sin(angle)
            M[column + 1, column] = math.sin(angle)
    return M


def binary_code(length, bits):
    rows = []
    for pos in range(length):
        row = []
        for _ in range(bits):
            row.insert(0, pos % 2)
            pos //= 2
        rows.append(row)
    return np.array(rows, dtype=int).reshape(length, bits)


def code_distances(codes):
    n = len(codes)
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            out[i, j] = out[j, i] = math.dist(codes[i], codes[j])
    return out
