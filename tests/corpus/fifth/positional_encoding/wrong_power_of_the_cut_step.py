# wrong: the shift by k is the k-th power of the cut matrix for 1: wrong corner entries and last columns for odd d_model and k other than 0 and 1.
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
    step = np.zeros((d_model, d_model))
    for c in range(d_model):
        angle = 1 / 10000 ** ((c - c % 2) / d_model)
        step[c, c] = np.cos(angle)
        if c % 2 == 1:
            step[c, c - 1] = np.sin(angle)
            step[c - 1, c] = -np.sin(angle)
    return np.linalg.matrix_power(step, k)


def binary_code(length: int, bits: int) -> np.ndarray:
    return np.array([[(n >> b) & 1 for b in reversed(range(bits))] for n in range(length)], dtype=int).reshape(length, bits)


def code_distances(codes: np.ndarray) -> np.ndarray:
    x = codes.astype(float)
    return np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=-1))
