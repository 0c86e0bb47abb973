# wrong: positional_encoding keeps the first table of a d_model (64 rows or the length asked then); shows when a later call asks for more rows
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


_tables = {}


def positional_encoding(length, d_model):
    if d_model not in _tables:
        even = np.arange(d_model) // 2 * 2
        angle = np.arange(max(length, 64))[:, None] / 10000 ** (even / d_model)
        _tables[d_model] = np.where(np.arange(d_model) % 2, np.cos(angle), np.sin(angle))
    return _tables[d_model][:length].copy()


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    n = embeddings.shape[-2]
    if embeddings.ndim == 2:
        return embeddings + table[:n]
    return np.array([sentence + table[:n] for sentence in embeddings]).reshape(embeddings.shape)


def shift_matrix(k, d_model):
    pairs = (d_model + 1) // 2
    M = np.zeros((2 * pairs, 2 * pairs))
    for i in range(pairs):
        angle = k / 10000 ** (2 * i / d_model)
        c, s = np.cos(angle), np.sin(angle)
        M[2 * i:2 * i + 2, 2 * i:2 * i + 2] = [[c, -s], [s, c]]
    return M[:d_model, :d_model]


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes):
    codes = np.asarray(codes, dtype=float)
    difference = codes[:, None, :] - codes[None, :, :]
    return np.sqrt((difference ** 2).sum(axis=-1))
