import numpy as np


def speeds(d_model):
    column = np.arange(d_model)
    return 10000.0 ** -((column - column % 2) / (d_model + d_model % 2))


def positional_encoding(length, d_model):
    angle = np.arange(length)[:, None] * speeds(d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))


def shift_matrix(k, d_model):
    turn = k * speeds(d_model)
    matrix = np.diag(np.cos(turn))
    odd = np.arange(1, d_model, 2)
    matrix[odd - 1, odd], matrix[odd, odd - 1] = -np.sin(turn[odd - 1]), np.sin(turn[odd - 1])
    return matrix
