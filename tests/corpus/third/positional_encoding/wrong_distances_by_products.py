# wrong: distances as a·a + b·b - 2 a·b, which loses everything for codes far from 0 and close to each other.
import numpy as np


def positional_encoding(length, d_model):
    j = np.arange(d_model)
    angle = np.arange(length)[:, None] / 10000.0 ** ((j - j % 2) / d_model)
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def add_positions(embeddings, table):
    return np.asarray(embeddings) + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    j = np.arange(d_model)
    turn = k / 10000.0 ** ((j - j % 2) / d_model)
    M = np.diag(np.cos(turn))
    for a in range(0, d_model - 1, 2):
        M[a + 1, a] = np.sin(turn[a])
        M[a, a + 1] = -np.sin(turn[a])
    return M


def binary_code(length, bits):
    powers = 2 ** np.arange(bits)[::-1]
    return np.arange(length)[:, None] // powers % 2


def code_distances(codes):
    """|a - b|² = |a|² + |b|² - 2 a·b: one matrix product instead of a big array of differences."""
    codes = codes.astype(np.float64)
    squares = np.sum(codes**2, axis=1)
    products = codes @ codes.T
    d2 = squares[:, None] + squares[None, :] - 2 * products
    return np.sqrt(np.maximum(d2, 0))
