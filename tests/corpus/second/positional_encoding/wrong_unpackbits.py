# wrong: binary_code goes through one byte; shows for bits > 8 with positions of 256 and more, which start again at 0
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


def add_positions(embeddings, table):
    result = np.array(embeddings, dtype=np.float64)
    for position in range(result.shape[-2]):
        result[..., position, :] += table[position]
    return result


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    M = np.zeros((d_model, d_model))
    for row in range(d_model):
        angle = k / 10000 ** (2 * (row // 2) / d_model)
        M[row, row] = math.cos(angle)
        if row % 2 == 1:
            M[row, row - 1] = math.sin(angle)
            M[row - 1, row] = -math.sin(angle)
    return M


def binary_code(length, bits):
    lowest = np.arange(length).astype(np.uint8)
    code = np.unpackbits(lowest[:, None], axis=1).astype(int)
    if bits > 8:
        code = np.hstack([np.zeros((length, bits - 8), dtype=int), code])
    return code[:, code.shape[1] - bits:]


def code_distances(codes):
    codes = np.asarray(codes, dtype=float)
    difference = codes[:, None, :] - codes[None, :, :]
    return np.sqrt((difference ** 2).sum(axis=-1))
