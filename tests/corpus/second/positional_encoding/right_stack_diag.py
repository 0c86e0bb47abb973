# right: interleaving by stack and reshape, shift from three diagonals, binary from format, distances row by row
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import math

import numpy as np


def positional_encoding(length, d_model):
    speed = np.exp(-math.log(10000.0) * np.arange(0, d_model, 2) / d_model)
    angle = np.outer(np.arange(length), speed)
    both = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    return both.reshape(length, 2 * len(speed))[:, :d_model]


def add_positions(embeddings, table):
    result = np.array(embeddings, dtype=np.float64)
    for position in range(result.shape[-2]):
        result[..., position, :] += table[position]
    return result


def shift_matrix(k, d_model):
    angle = k * 10000.0 ** (-(np.arange(d_model) // 2 * 2) / d_model)
    up = np.sin(angle)[:-1] * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(angle)) - np.diag(up, 1) + np.diag(up, -1)


def binary_code(length, bits):
    rows = [[int(c) for c in format(n % 2 ** bits, "b").zfill(bits)] for n in range(length)]
    return np.array(rows, dtype=np.int64).reshape(length, bits)


def code_distances(codes):
    codes = np.array(codes, dtype=np.float64)
    return np.stack([np.linalg.norm(codes - row, axis=1) for row in codes]) if len(codes) else np.zeros((0, 0))
