# wrong: code_distances subtracts in the dtype of the codes, so unsigned codes (such as its own binary_code, uint8) wrap round: 0 - 1 becomes 255.
import numpy as np


def positional_encoding(length, d_model):
    exponents = 2 * (np.arange(d_model) // 2) / d_model
    angles = np.arange(length)[:, None] * (10000.0**-exponents)[None, :]
    table = np.cos(angles)
    table[:, ::2] = np.sin(angles[:, ::2])
    return table


def add_positions(embeddings, table):
    positions = np.arange(embeddings.shape[-2])
    return embeddings + table[positions]


def shift_matrix(k, d_model):
    exponents = 2 * (np.arange(d_model) // 2) / d_model
    turn = k * 10000.0**-exponents
    sines = np.sin(turn[:-1]) * (np.arange(d_model - 1) % 2 == 0)
    return np.diag(np.cos(turn)) + np.diag(sines, -1) - np.diag(sines, 1)


def binary_code(length, bits):
    code = np.zeros((length, bits), dtype=np.uint8)
    for b in range(bits):
        code[:, -1 - b] = [(p >> b) & 1 for p in range(length)]
    return code


def code_distances(codes):
    return np.linalg.norm(codes[:, None, :] - codes[None, :, :], axis=-1)
