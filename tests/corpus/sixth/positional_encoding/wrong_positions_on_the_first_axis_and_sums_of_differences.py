# wrong: add_positions takes as many rows as the first axis is long, the batch if there is one, and code_distances adds up absolute differences; it shows on a batch, and on codes that differ in two columns.
import numpy as np


def _frequencies(d_model):
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)


def positional_encoding(length, d_model):
    angles = np.arange(length)[:, None] * _frequencies(d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)[:, : d_model // 2]
    return table


def add_positions(embeddings, table):
    return embeddings + table[: len(embeddings)]


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
    return np.linalg.norm(codes[:, None] - codes[None], ord=1, axis=-1)
