import numpy as np


def positional_encoding(length, d_model):
    pos = np.arange(length)[:, None]
    j = np.arange(d_model)
    angle = pos / 10000 ** ((j - j % 2) / d_model)
    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    m = np.zeros((d_model, d_model))
    for j in range(d_model):
        t = k / 10000 ** ((j - j % 2) / d_model)
        m[j, j] = np.cos(t)
        if j % 2:
            m[j, j - 1] = np.sin(t)
            m[j - 1, j] = -np.sin(t)
    return m


def binary_code(length, bits):
    pos = np.arange(length)[:, None]
    return pos // 2 ** np.arange(bits)[::-1] % 2


def code_distances(codes):
    diff = codes[:, None, :] - codes[None, :, :].astype(float)
    return np.sqrt((diff**2).sum(axis=-1))
