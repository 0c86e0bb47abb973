import numpy as np


def speeds(d_model):
    column = np.arange(d_model)
    return 10000.0 ** -(2 * (column - column % 2) / d_model)


def positional_encoding(length, d_model):
    angle = np.arange(length)[:, None] * speeds(d_model)
    return np.where(np.arange(d_model) % 2 == 0, np.sin(angle), np.cos(angle))
