import math

import numpy as np


def positional_encoding(length, d_model):
    table = np.zeros((length, d_model))
    for pos in range(length):
        for i in range(0, d_model, 2):
            w = pos / (10000 ** (i / d_model))
            table[pos, i] = math.sin(w)
            if i + 1 < d_model:
                table[pos, i + 1] = math.cos(w)
    return table


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    m = np.zeros((d_model, d_model))
    for j in range(d_model):
        t = k / 10000 ** ((j - j % 2) / d_model)
        m[j, j] = np.cos(t)
        if j % 2:
            m[j, j - 1] = np.sin(t)
            m[j - 1, j] = np.sin(t)
    return m


def binary_code(length, bits):
    rows = [[int(c) for c in format(p % 2**bits, f"0{bits}b")] for p in range(length)]
    return np.array(rows)


def code_distances(codes):
    diff = codes[:, None, :] - codes[None, :, :].astype(float)
    return np.sqrt((diff**2).sum(axis=-1))
