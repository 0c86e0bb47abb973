# right: pure Python with math.sin and math.cos, cell by cell, lists turned into arrays at the end.
import math

import numpy as np


def positional_encoding(length, d_model):
    table = np.zeros((length, d_model))
    for pos in range(length):
        for column in range(d_model):
            pair = column // 2
            angle = pos / 10000 ** (2 * pair / d_model)
            table[pos, column] = math.cos(angle) if column % 2 else math.sin(angle)
    return table


def add_positions(embeddings, table):
    words = embeddings.shape[-2]
    result = np.empty(embeddings.shape, dtype=np.float64)
    for p in range(words):
        result[..., p, :] = embeddings[..., p, :] + table[p]
    return result


def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for a in range(d_model):
        for b in range(d_model):
            if a // 2 != b // 2:
                continue
            turn = k / 10000 ** (2 * (a // 2) / d_model)
            if a == b:
                M[a, b] = math.cos(turn)
            elif a > b:  # old cosine, new sine
                M[a, b] = math.sin(turn)
            else:  # old sine, new cosine
                M[a, b] = -math.sin(turn)
    return M


def binary_code(length, bits):
    rows = []
    for number in range(length):
        row = []
        for _ in range(bits):
            number, rest = divmod(number, 2)
            row.append(rest)
        rows.append(row[::-1])
    return np.array(rows, dtype=np.int64).reshape(length, bits)


def code_distances(codes):
    rows = [[float(c) for c in row] for row in codes]
    return np.array([[math.dist(a, b) for b in rows] for a in rows])
