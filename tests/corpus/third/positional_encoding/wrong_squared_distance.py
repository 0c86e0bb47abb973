# wrong: code_distances forgets the root and returns squared lengths (shows whenever a distance is neither 0 nor 1).
import numpy as np
import torch


def positional_encoding(length, d_model):
    pe = torch.zeros(length, d_model, dtype=torch.float64)
    position = torch.arange(length, dtype=torch.float64)
    for column in range(d_model):
        i = column // 2
        omega = 10000 ** (-2 * i / d_model)
        wave = torch.cos if column % 2 else torch.sin
        pe[:, column] = wave(position * omega)
    return pe.numpy()


def add_positions(embeddings, table):
    position_axis = embeddings.ndim - 2
    rows = np.take(table, range(embeddings.shape[position_axis]), axis=0)
    return np.add(embeddings, rows)


def shift_matrix(k, d_model):
    turned = np.zeros((d_model, d_model))
    for column in range(d_model):
        i = column // 2
        turn = k * 10000 ** (-2 * i / d_model)
        turned[column, column] = np.cos(turn)
        if column % 2 == 1:
            turned[column, column - 1] = np.sin(turn)
            turned[column - 1, column] = -np.sin(turn)
    return turned


def binary_code(length, bits):
    pattern = []
    for b in range(bits):
        half = 2 ** (bits - 1 - b)
        pattern.append([pos // half % 2 for pos in range(length)])
    return np.array(pattern).T


def code_distances(codes):
    c = np.asarray(codes, dtype=float)
    difference = c[:, None, :] - c[None, :, :]
    return np.sum(difference**2, axis=-1)
