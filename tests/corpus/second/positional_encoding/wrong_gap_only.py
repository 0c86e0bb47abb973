# wrong: code_distances measures from row 0 only and copies by gap |a - b|; shows for codes other than sines and cosines
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length, d_model):
    speed = np.exp(-np.log(10000.0) * np.arange(0, d_model, 2) / d_model)
    angle = np.outer(np.arange(length), speed)
    both = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    return both.reshape(length, 2 * len(speed))[:, :d_model]


def add_positions(embeddings, table):
    result = np.array(embeddings, dtype=np.float64)
    for position in range(result.shape[-2]):
        result[..., position, :] += table[position]
    return result


def shift_matrix(k, d_model):
    pairs = (d_model + 1) // 2
    M = np.zeros((2 * pairs, 2 * pairs))
    for i in range(pairs):
        angle = k / 10000 ** (2 * i / d_model)
        c, s = np.cos(angle), np.sin(angle)
        M[2 * i:2 * i + 2, 2 * i:2 * i + 2] = [[c, -s], [s, c]]
    return M[:d_model, :d_model]


def binary_code(length, bits):
    rows = [[int(c) for c in format(n % 2 ** bits, "b").zfill(bits)] for n in range(length)]
    return np.array(rows, dtype=np.int64).reshape(length, bits)


def code_distances(codes):
    n = len(codes)
    from_start = np.sqrt(((codes - codes[:1]) ** 2).sum(axis=1))
    gap = np.abs(np.arange(n)[:, None] - np.arange(n)[None, :])
    return from_start[gap]
