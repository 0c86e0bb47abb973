# wrong: codes are subtracted as they come: unsigned 0 - 1 wraps around, and int8 differences above 127 do too.
"""Positional encoding: a fixed vector for every position in the sentence, added to the word there."""

import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    position = np.arange(length)[:, None]
    even = np.arange(0, d_model, 2)
    angles = position / 10000 ** (even / d_model)
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
    return np.linalg.norm(codes[:, None, :] - codes[None, :, :], axis=-1)
