# wrong: positional_encoding uses exponent column / d_model, so a cosine gets another angle than its sine; shows in columns 1, 3, ...
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length, d_model):
    columns = np.arange(d_model)
    angles = np.arange(length)[:, np.newaxis] / np.power(10000, columns / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def add_positions(embeddings, table):
    return embeddings + table[:embeddings.shape[-2]]


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
