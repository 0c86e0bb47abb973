# right: pairs as complex numbers exp(i angle); exact differences of whole numbers; broadcasting.
"""Positional encoding: a fixed vector for every position in the sentence, added to the word there."""

import numpy as np


def _speeds(d_model):
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)


def positional_encoding(length, d_model):
    waves = np.exp(1j * np.outer(np.arange(length), _speeds(d_model)))
    return np.stack([waves.imag, waves.real], axis=-1).reshape(length, 2 * waves.shape[1])[:, :d_model]


def add_positions(embeddings, table):
    positions = np.arange(embeddings.shape[-2])
    return np.add(table[positions], embeddings)


def shift_matrix(k, d_model):
    turn = np.exp(1j * k * _speeds(d_model))
    first = 2 * np.arange(len(turn))
    M = np.zeros((2 * len(turn), 2 * len(turn)))
    M[first, first] = M[first + 1, first + 1] = turn.real
    M[first + 1, first] = turn.imag
    M[first, first + 1] = -turn.imag
    return M[:d_model, :d_model]


def binary_code(length, bits):
    halves = np.arange(length)[:, None]
    columns = []
    for _ in range(bits):
        columns.insert(0, halves % 2)
        halves = halves // 2
    return np.concatenate([np.zeros((length, 0), dtype=int), *columns], axis=1)


def code_distances(codes):
    if codes.dtype.kind in "iu":
        high = np.maximum(codes[:, None], codes[None])
        low = np.minimum(codes[:, None], codes[None])
        gaps = (high.astype(np.uint64) - low.astype(np.uint64)).astype(float)
    else:
        gaps = codes[:, None].astype(float) - codes[None].astype(float)
    return np.sqrt(np.einsum("ijf,ijf->ij", gaps, gaps))
