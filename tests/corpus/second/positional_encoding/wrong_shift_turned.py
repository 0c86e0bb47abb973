# wrong: shift_matrix is laid out for M @ PE(pos), so PE(pos) @ M moves by -k; shows for every k other than 0
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import math

import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    table = np.zeros((length, d_model))
    for pos in range(length):
        for column in range(d_model):
            pair = column // 2
            angle = pos / 10000 ** (2 * pair / d_model)
            table[pos, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    n = embeddings.shape[-2]
    if embeddings.ndim == 2:
        return embeddings + table[:n]
    return np.array([sentence + table[:n] for sentence in embeddings]).reshape(embeddings.shape)


def shift_matrix(k, d_model):
    size = d_model + d_model % 2
    M = np.zeros((size, size))
    for i in range(0, size, 2):
        w = k / 10000 ** (i / d_model)
        M[i, i] = math.cos(w)
        M[i, i + 1] = math.sin(w)
        M[i + 1, i] = -math.sin(w)
        M[i + 1, i + 1] = math.cos(w)
    return M[:d_model, :d_model]


def binary_code(length: int, bits: int) -> np.ndarray:
    code = np.zeros((length, bits), dtype=int)
    for pos in range(length):
        n = pos
        for column in range(bits - 1, -1, -1):
            code[pos, column] = n % 2
            n //= 2
    return code


def code_distances(codes):
    codes = np.asarray(codes, dtype=float)
    difference = codes[:, None, :] - codes[None, :, :]
    return np.sqrt((difference ** 2).sum(axis=-1))
