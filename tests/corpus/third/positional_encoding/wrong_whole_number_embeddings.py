# wrong: the result of add_positions is allocated like the embeddings, so embeddings of whole numbers lose the fractions of the table.
import math

import numpy as np


def angle(pos, i, d_model):
    return pos / math.pow(10000, 2 * i / d_model)


def positional_encoding(length, d_model):
    pe = np.zeros((length, d_model))
    for pos in range(length):
        for i in range(0, d_model, 2):
            pe[pos, i] = math.sin(angle(pos, i // 2, d_model))
            if i + 1 < d_model:
                pe[pos, i + 1] = math.cos(angle(pos, i // 2, d_model))
    return pe


def add_positions(embeddings, table):
    result = np.zeros_like(embeddings)
    if embeddings.ndim == 2:
        for p in range(embeddings.shape[0]):
            result[p] = embeddings[p] + table[p]
    else:
        for b in range(embeddings.shape[0]):
            result[b] = add_positions(embeddings[b], table)
    return result


def shift_matrix(k, d_model):
    m = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        a = angle(k, i // 2, d_model)
        m[i, i] = math.cos(a)
        if i + 1 < d_model:
            m[i + 1, i + 1] = math.cos(a)
            m[i + 1, i] = math.sin(a)
            m[i, i + 1] = -math.sin(a)
    return m


def binary_code(length, bits):
    code = np.zeros((length, bits), dtype=int)
    for pos in range(length):
        for b in range(bits):
            code[pos, bits - 1 - b] = (pos >> b) & 1
    return code


def code_distances(codes):
    n = len(codes)
    d = np.zeros((n, n))
    for a in range(n):
        for b in range(n):
            d[a, b] = math.sqrt(sum((float(x) - float(y)) ** 2 for x, y in zip(codes[a], codes[b])))
    return d
