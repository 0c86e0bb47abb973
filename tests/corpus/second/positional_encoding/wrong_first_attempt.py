# wrong: positional_encoding counts from 1 and lacks the 2 in the exponent; add_positions takes the last rows of a longer table
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import math

import numpy as np


def positional_encoding(length, d_model):
    table = np.zeros((length, d_model))
    for pos in range(1, length + 1):
        for i in range((d_model + 1) // 2):
            angle = pos / 10000 ** (i / d_model)
            table[pos - 1, 2 * i] = math.sin(angle)
            if 2 * i + 1 < d_model:
                table[pos - 1, 2 * i + 1] = math.cos(angle)
    return table


def add_positions(embeddings, table):
    length = embeddings.shape[-2]
    return embeddings + table[-length:]


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    M = np.zeros((d_model, d_model))
    for row in range(d_model):
        angle = k / 10000 ** (2 * (row // 2) / d_model)
        M[row, row] = math.cos(angle)
        if row % 2 == 1:
            M[row, row - 1] = math.sin(angle)
            M[row - 1, row] = -math.sin(angle)
    return M


def binary_code(length: int, bits: int) -> np.ndarray:
    code = np.zeros((length, bits), dtype=int)
    for pos in range(length):
        n = pos
        for column in range(bits - 1, -1, -1):
            code[pos, column] = n % 2
            n //= 2
    return code


def code_distances(codes: np.ndarray) -> np.ndarray:
    n = len(codes)
    result = np.zeros((n, n))
    for a in range(n):
        for b in range(n):
            result[a, b] = math.sqrt(sum((float(x) - float(y)) ** 2 for x, y in zip(codes[a], codes[b])))
    return result
