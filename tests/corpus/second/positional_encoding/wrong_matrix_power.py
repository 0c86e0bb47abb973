# wrong: shift_matrix takes powers of the matrix of one step after cutting; shows in the corner for an odd d_model, k other than 0 and 1
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length, d_model):
    pos = np.arange(length)[:, None]
    i = np.arange(d_model) // 2
    angle = pos / 10000 ** (2 * i / d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angle[:, 0::2])
    table[:, 1::2] = np.cos(angle[:, 1::2])
    return table


def add_positions(embeddings, table):
    return embeddings + table[:embeddings.shape[-2]]


def one_step(d_model):
    M = np.zeros((d_model + 1, d_model + 1))
    for i in range(0, d_model, 2):
        w = 10000.0 ** (-i / d_model)
        M[i:i + 2, i:i + 2] = [[np.cos(w), -np.sin(w)], [np.sin(w), np.cos(w)]]
    return M[:d_model, :d_model]


def shift_matrix(k, d_model):
    return np.linalg.matrix_power(one_step(d_model), k)


def binary_code(length: int, bits: int) -> np.ndarray:
    code = np.zeros((length, bits), dtype=int)
    for pos in range(length):
        n = pos
        for column in range(bits - 1, -1, -1):
            code[pos, column] = n % 2
            n //= 2
    return code


def code_distances(codes):
    codes = np.array(codes, dtype=np.float64)
    return np.stack([np.linalg.norm(codes - row, axis=1) for row in codes]) if len(codes) else np.zeros((0, 0))
