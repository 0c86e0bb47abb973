# wrong: add_positions adds into np.asarray(embeddings), which is the caller's own array; shows when embeddings are float64
"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length, d_model):
    speed = np.exp(-np.log(10000.0) * np.arange(0, d_model, 2) / d_model)
    angle = np.outer(np.arange(length), speed)
    both = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    return both.reshape(length, 2 * len(speed))[:, :d_model]


def add_positions(embeddings, table):
    result = np.asarray(embeddings, dtype=np.float64)
    result += np.asarray(table)[:result.shape[-2]]
    return result


def shift_matrix(k, d_model):
    angle = k * 10000.0 ** (-(np.arange(d_model) // 2 * 2) / d_model)
    up = np.sin(angle)[:-1] * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(angle)) - np.diag(up, 1) + np.diag(up, -1)


def binary_code(length, bits):
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes):
    codes = np.asarray(codes, dtype=float)
    difference = codes[:, None, :] - codes[None, :, :]
    return np.sqrt((difference ** 2).sum(axis=-1))
