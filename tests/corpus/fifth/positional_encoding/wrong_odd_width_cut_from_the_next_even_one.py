# wrong: an odd d_model is made as d_model + 1 and cut, so d_model + 1 stands in the exponents (odd widths above 1).
"""Positional encoding: a fixed vector for every position in the sentence, added to the word there."""

import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    width = d_model + d_model % 2
    position = np.arange(length)[:, None]
    angles = position * np.exp(-np.log(10000.0) * np.arange(0, width, 2) / width)
    table = np.empty((length, width))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table[:, :d_model]


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    width = d_model + d_model % 2
    M = np.zeros((width, width))
    for c in range(0, width, 2):
        a = k / 10000 ** (c / width)
        M[c : c + 2, c : c + 2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
    return M[:d_model, :d_model]


def binary_code(length: int, bits: int) -> np.ndarray:
    return np.array([[(n >> b) & 1 for b in reversed(range(bits))] for n in range(length)], dtype=int).reshape(length, bits)


def code_distances(codes: np.ndarray) -> np.ndarray:
    x = codes.astype(float)
    return np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=-1))
