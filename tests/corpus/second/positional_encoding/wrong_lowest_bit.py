# wrong: binary_code puts the lowest bit first and stops at 2^bits - 1 instead of starting again; code_distances forgets the root
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
    code = np.zeros((length, bits), dtype=int)
    for n in range(length):
        rest = min(n, 2 ** bits - 1)
        for b in range(bits):
            code[n, b] = rest % 2
            rest = rest // 2
    return code


def code_distances(codes):
    return np.array([[np.sum((a - b) ** 2.0) for b in codes] for a in codes])
