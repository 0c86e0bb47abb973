"""Positional encoding: a fixed vector for every place in the sentence, added to the word that stands there."""

import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    """Sine and cosine of pos / 10000^(2i / d_model), pair beside pair.  Returns (length, d_model)."""
    position = np.arange(length)[:, None]  # (position, 1), counted from 0
    column = np.arange(d_model)  # (feature,): 0 1 2 3 4 5
    two_i = column - column % 2  # (feature,): 0 0 2 2 4 4, both columns of a pair share it
    angle = position / 10000 ** (two_i / d_model)  # (position, feature): fast on the left, slow on the right
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))  # an odd d_model just ends on a sine


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Word plus place.  embeddings: (..., position, d_model); table: (max_length, d_model)."""
    length = embeddings.shape[-2]
    return embeddings + table[:length]  # (position, d_model) is added to every sentence of the batch


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    """M with PE(pos + k) = PE(pos) @ M for every pos.  Returns (d_model, d_model)."""
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model):
        turn = k / 10000 ** ((j - j % 2) / d_model)  # the angle that k steps add to column j and its partner
        matrix[j, j] = np.cos(turn)
        if j % 2 == 1:  # a cosine, with its sine in column j - 1
            matrix[j, j - 1] = np.sin(turn)  # sin(a + turn) = sin a cos turn + cos a sin turn
            matrix[j - 1, j] = -np.sin(turn)  # cos(a + turn) = cos a cos turn - sin a sin turn
    return matrix  # an odd d_model ends on a sine without a cosine: only cos turn is left of its pair


def binary_code(length: int, bits: int) -> np.ndarray:
    """Positions in binary, highest bit first.  Returns (length, bits)."""
    position = np.arange(length)[:, None]  # (position, 1)
    place = np.arange(bits)[::-1]  # (bit,): the highest power of two stands left
    return position // 2**place % 2  # a bit flips every 2^place positions: a square wave, fast on the right


def code_distances(codes: np.ndarray) -> np.ndarray:
    """Euclidean distances.  codes: (position, feature); returns (position, position)."""
    codes = codes.astype(float)  # in whole numbers without a sign, 0 - 1 would not be -1
    difference = codes[:, None, :] - codes[None, :, :]  # (position, position, feature)
    return np.sqrt((difference**2).sum(axis=-1))
