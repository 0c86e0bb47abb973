# wrong: from 2^bits on the binary text is longer and its first digits are kept instead of the last, so 4 with 2 bits reads 1 0 instead of 0 0.
import numpy as np


def positional_encoding(length, d_model):
    def cell(pos, j):
        angle = pos / 10000 ** ((j // 2 * 2) / d_model)
        return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))

    return np.fromfunction(cell, (length, d_model))


def add_positions(embeddings, table):
    if embeddings.ndim == 3:
        return np.stack([add_positions(sentence, table) for sentence in embeddings])
    return embeddings + table[: len(embeddings)]


def shift_matrix(k, d_model):
    def cell(row, column):
        turn = k / 10000 ** ((row // 2 * 2) / d_model)
        value = np.where(row == column, np.cos(turn), np.where(row > column, np.sin(turn), -np.sin(turn)))
        return np.where(row // 2 == column // 2, value, 0)

    return np.fromfunction(cell, (d_model, d_model))


def binary_code(length, bits):
    codes = []
    for pos in range(length):
        text = f"{pos:0{bits}b}"
        codes.append([int(digit) for digit in text[:bits]])
    return np.array(codes)


def code_distances(codes):
    a = codes.astype(float)
    return np.sqrt(np.square(a[:, None] - a).sum(axis=2))
