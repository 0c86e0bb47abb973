# wrong: add_positions counts on from sentence to sentence while the table lasts (not from row 0); shows for batches of 2 or more
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length, d_model):
    pos = np.arange(length)[:, None]
    i = np.arange(d_model) // 2
    angle = pos / 10000 ** (2 * i / d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angle[:, 0::2])
    table[:, 1::2] = np.cos(angle[:, 1::2])
    return table


def add_positions(embeddings, table):
    d_model = embeddings.shape[-1]
    words = embeddings.reshape(-1, d_model)
    rows = np.arange(len(words)) % len(table)
    return (words + table[rows]).reshape(embeddings.shape)


def shift_matrix(k, d_model):
    angle = k * 10000.0 ** (-(np.arange(d_model) // 2 * 2) / d_model)
    up = np.sin(angle)[:-1] * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(angle)) - np.diag(up, 1) + np.diag(up, -1)


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes):
    codes = np.array(codes, dtype=np.float64)
    return np.stack([np.linalg.norm(codes - row, axis=1) for row in codes]) if len(codes) else np.zeros((0, 0))
