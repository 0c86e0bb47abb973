# wrong: the shift by k is the k-th power of the cut matrix of one step; for an odd d_model the corner becomes cos(w)^k, not cos(wk)
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
    step = np.zeros((d_model + 1, d_model + 1))
    for i, w in enumerate(_speeds(d_model)):
        a, b = 2 * i, 2 * i + 1
        step[a, a], step[a, b], step[b, a], step[b, b] = np.cos(w), -np.sin(w), np.sin(w), np.cos(w)
    return np.linalg.matrix_power(step[:d_model, :d_model], k)


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes):
    c = np.asarray(codes, dtype=np.float64)
    return np.sqrt(((c[:, None] - c[None]) ** 2).sum(axis=-1))
