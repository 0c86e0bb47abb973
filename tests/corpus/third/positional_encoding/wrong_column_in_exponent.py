# wrong: the exponent is column / d_model, so the cosine of a pair has another angle than its sine (column 1 on, every row but the first).
import numpy as np


def positional_encoding(length, d_model):
    position = np.arange(length)[:, np.newaxis]
    column = np.arange(d_model)[np.newaxis, :]
    angles = position / np.power(10000, column / d_model)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return angles


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    M = np.zeros((d_model, d_model))
    for i in range((d_model + 1) // 2):
        w = k / 10000 ** (2 * i / d_model)
        block = np.array([[np.cos(w), -np.sin(w)], [np.sin(w), np.cos(w)]])
        n = min(2, d_model - 2 * i)
        M[2 * i : 2 * i + n, 2 * i : 2 * i + n] = block[:n, :n]
    return M


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits - 1, -1, -1)) & 1


def code_distances(codes):
    codes = codes.astype(float)
    return np.sqrt(((codes[:, None] - codes[None]) ** 2).sum(-1))
