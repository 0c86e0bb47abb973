"""A pair is one complex number: cosine plus i sine; a shift multiplies it."""

import numpy as np


def _wave(position, d_model):
    speed = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.exp(1j * np.multiply.outer(position, speed))  # (position, pair)


def positional_encoding(length, d_model):
    wave = _wave(np.arange(length), d_model)
    return np.stack([wave.imag, wave.real], axis=-1).reshape(length, -1)[:, :d_model]


def add_positions(embeddings, table):
    return np.add(embeddings, table[None if embeddings.ndim == 3 else slice(None)][..., : embeddings.shape[-2], :])


def shift_matrix(k, d_model):
    turn = np.repeat(_wave(k, d_model), 2)[:d_model]
    column = np.arange(d_model)
    matrix = np.diag(turn.real)
    up, down = column[1::2] - 1, column[1::2]
    matrix[up, down] = -turn.imag[down]
    matrix[down, up] = turn.imag[down]
    return matrix


def binary_code(length, bits):
    numbers = (np.arange(length) % 2**bits).astype(">u4").view(np.uint8).reshape(length, 4)
    return np.unpackbits(numbers, axis=1)[:, 32 - bits :]


def code_distances(codes):
    difference = np.subtract(codes[:, None], codes, dtype=float)
    return np.sqrt(np.einsum("pqf,pqf->pq", difference, difference))
