# wrong: an odd table is cut from the table of width d_model + 1, so its frequencies are those of the wider one; it shows on odd d_model above 1.
import numpy as np


def _frequencies(d_model):
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)


def positional_encoding(length, d_model):
    if d_model % 2 == 1:
        return positional_encoding(length, d_model + 1)[:, :d_model]
    angles = np.arange(length)[:, None] * _frequencies(d_model)
    table = np.zeros((length, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    w = k * _frequencies(d_model)
    M = np.zeros((2 * len(w), 2 * len(w)))
    even = 2 * np.arange(len(w))
    M[even, even] = M[even + 1, even + 1] = np.cos(w)
    M[even, even + 1] = -np.sin(w)
    M[even + 1, even] = np.sin(w)
    return M[:d_model, :d_model]


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes):
    codes = np.asarray(codes, dtype=float)
    return np.sqrt(((codes[:, None] - codes[None]) ** 2).sum(axis=-1))
