# wrong: shift_matrix is transposed and its last odd corner is 1; add_positions adds into the given embeddings
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
    for pos in range(embeddings.shape[-2]):
        embeddings[..., pos, :] += table[pos]
    return embeddings


def shift_matrix(k, d_model):
    M = np.eye(d_model)
    for column in range(0, d_model - 1, 2):
        angle = k * speed(column, d_model)
        s, c = math.sin(angle), math.cos(angle)
        M[column : column + 2, column : column + 2] = [[c, s], [-s, c]]
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
