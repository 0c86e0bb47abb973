# wrong: position 0 is taken as 1, and the exponent is i / d_model for pair i.
"""Positional encoding: a fixed vector for every position in the sentence, added to the word there."""

import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    position = np.arange(1, length + 1)[:, None]
    pair = np.arange((d_model + 1) // 2)
    angles = position / 10000 ** (pair / d_model)
    table = np.zeros((length, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)[:, : d_model // 2]
    return table


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    M = np.zeros((d_model + 1, d_model + 1))
    for c in range(0, d_model, 2):
        a = k / 10000 ** (c / d_model)
        M[c : c + 2, c : c + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return M[:d_model, :d_model]


def binary_code(length: int, bits: int) -> np.ndarray:
    return np.array([[(n >> b) & 1 for b in reversed(range(bits))] for n in range(length)], dtype=int).reshape(length, bits)


def code_distances(codes: np.ndarray) -> np.ndarray:
    x = codes.astype(float)
    return np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=-1))
