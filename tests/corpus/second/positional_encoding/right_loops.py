# right: plain loops with math.sin and math.cos, element by element
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
