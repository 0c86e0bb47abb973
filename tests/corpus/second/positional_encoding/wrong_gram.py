# wrong: code_distances uses |a|^2 + |b|^2 - 2ab, which loses all digits; shows for close codes far from the origin (offsets of 1e6 and more)
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length, d_model):
    pos = np.arange(length)[:, None]
    i = np.arange(d_model) // 2
    angle = pos / 10000 ** (2 * i / d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angle[:, 0::2])
    table[:, 1::2] = np.cos(angle[:, 1::2])
    return table


def add_positions(embeddings, table):
    return embeddings + table[:embeddings.shape[-2]]


def shift_matrix(k, d_model):
    angle = k * 10000.0 ** (-(np.arange(d_model) // 2 * 2) / d_model)
    up = np.sin(angle)[:-1] * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(angle)) - np.diag(up, 1) + np.diag(up, -1)


def binary_code(length, bits):
    rows = [[int(c) for c in format(n % 2 ** bits, "b").zfill(bits)] for n in range(length)]
    return np.array(rows, dtype=np.int64).reshape(length, bits)


def code_distances(codes):
    codes = codes.astype(float)
    squares = (codes ** 2).sum(axis=1)
    d2 = squares[:, None] + squares[None, :] - 2 * codes @ codes.T
    return np.sqrt(np.maximum(d2, 0))
