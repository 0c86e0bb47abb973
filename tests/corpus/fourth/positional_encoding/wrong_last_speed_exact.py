# wrong: the speeds are spread from 1 to exactly 1/10000, and the shift turns the other way
import numpy as np


def _speeds(d_model):
    return np.logspace(0, -4, (d_model + 1) // 2)


def positional_encoding(length, d_model):
    angles = np.outer(np.arange(length), _speeds(d_model))
    table = np.zeros((length, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    M = np.zeros((d_model + 1, d_model + 1))
    for i, w in enumerate(_speeds(d_model)):
        M[2 * i, 2 * i] = M[2 * i + 1, 2 * i + 1] = np.cos(w * k)
        M[2 * i, 2 * i + 1] = np.sin(w * k)
        M[2 * i + 1, 2 * i] = -np.sin(w * k)
    return M[:d_model, :d_model]


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes):
    c = np.asarray(codes, dtype=np.float64)
    return np.sqrt(((c[:, None] - c[None]) ** 2).sum(axis=-1))
