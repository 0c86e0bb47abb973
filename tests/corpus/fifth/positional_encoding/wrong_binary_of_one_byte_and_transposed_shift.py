# wrong: unpackbits knows 8 bits only: more bits give too few columns, positions from 256 on restart; the shift matrix moves backwards.
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
    M = np.zeros((d_model, d_model))
    for c in range(d_model):
        a = k / 10000 ** (c // 2 * 2 / d_model)
        M[c, c] = np.cos(a)
        if c % 2 == 1:
            M[c - 1, c], M[c, c - 1] = np.sin(a), -np.sin(a)
    return M


def binary_code(length: int, bits: int) -> np.ndarray:
    positions = (np.arange(length) % 256).astype(np.uint8)
    return np.unpackbits(positions[:, None], axis=1)[:, 8 - bits :].astype(int)


def code_distances(codes: np.ndarray) -> np.ndarray:
    x = codes.astype(float)
    return np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=-1))
