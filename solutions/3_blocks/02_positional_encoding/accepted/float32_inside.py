"""Everything is computed in single precision; the cosine is a sine a quarter turn ahead."""

import numpy as np


def positional_encoding(length, d_model):
    column = np.arange(d_model, dtype=np.int32)
    speed = (10000.0 ** (-(column // 2 * 2) / d_model)).astype(np.float32)
    angle = np.arange(length, dtype=np.float32)[:, None] * speed
    return np.sin(angle + (column % 2).astype(np.float32) * np.float32(np.pi / 2))


def add_positions(embeddings, table):
    return embeddings.astype(np.float32) + table[: embeddings.shape[-2]].astype(np.float32)


def shift_matrix(k, d_model):
    column = np.arange(d_model)
    turn = np.float32(k) * (10000.0 ** (-(column // 2 * 2) / d_model)).astype(np.float32)
    matrix = np.diag(np.cos(turn))
    odd = column[1::2]
    matrix[odd - 1, odd], matrix[odd, odd - 1] = -np.sin(turn[odd]), np.sin(turn[odd])
    return matrix


def binary_code(length, bits):
    rows = np.arange(length, dtype=np.float32)[:, None]
    return np.floor(rows / 2.0 ** np.arange(bits - 1, -1, -1, dtype=np.float32)) % 2


def code_distances(codes):
    codes = codes.astype(np.float32)
    return np.linalg.norm(codes[:, None] - codes[None], axis=-1)
