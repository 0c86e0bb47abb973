# wrong: positional_encoding (and shift_matrix) spreads the speeds from 1 to exactly 1/10000; shows from the second pair on, d_model > 2
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def speeds(d_model):
    pairs = (d_model + 1) // 2
    return 1 / np.logspace(0, 4, pairs)


def positional_encoding(length, d_model):
    angle = np.arange(length)[:, None] * speeds(d_model)
    table = np.zeros((length, 2 * angle.shape[1]))
    table[:, ::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table[:, :d_model]


def add_positions(embeddings, table):
    return embeddings + table[:embeddings.shape[-2]]


def shift_matrix(k, d_model):
    w = k * speeds(d_model)
    M = np.zeros((2 * len(w), 2 * len(w)))
    even = np.arange(0, 2 * len(w), 2)
    M[even, even] = M[even + 1, even + 1] = np.cos(w)
    M[even + 1, even] = np.sin(w)
    M[even, even + 1] = -np.sin(w)
    return M[:d_model, :d_model]


def binary_code(length, bits):
    rows = [[int(c) for c in format(n % 2 ** bits, "b").zfill(bits)] for n in range(length)]
    return np.array(rows, dtype=np.int64).reshape(length, bits)


def code_distances(codes):
    codes = np.asarray(codes, dtype=float)
    difference = codes[:, None, :] - codes[None, :, :]
    return np.sqrt((difference ** 2).sum(axis=-1))
