# wrong: distances from the squares of the lengths minus twice the products, which loses everything for codes far from 0 and close to each other; binary_code writes the lowest bit first
import numpy as np


def _speeds(d_model):
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)


def positional_encoding(length, d_model):
    angles = np.outer(np.arange(length), _speeds(d_model))
    table = np.zeros((length, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    speeds = _speeds(d_model)
    M = np.zeros((2 * len(speeds), 2 * len(speeds)))
    for i, w in enumerate(speeds):
        c, s = np.cos(w * k), np.sin(w * k)
        M[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, -s], [s, c]]
    return M[:d_model, :d_model]


def binary_code(length, bits):
    return np.arange(length)[:, None] // 2 ** np.arange(bits) % 2


def code_distances(codes):
    c = np.asarray(codes, dtype=float)
    length = (c**2).sum(axis=1)
    return np.sqrt(np.maximum(length[:, None] + length[None, :] - 2 * c @ c.T, 0))
