# wrong: code_distances subtracts in the type of the codes, so that in its own binary codes, which are unsigned, 0 - 1 is 255; taken for right at first
import cmath

import numpy as np


class Waves:
    def __init__(self, d_model):
        self.d_model = d_model
        self.omega = np.array([10000 ** -(2 * i / d_model) for i in range(-(-d_model // 2))])

    def at(self, positions):
        z = np.exp(1j * np.multiply.outer(positions, self.omega))
        return np.dstack([z.imag, z.real]).reshape(len(positions), -1)[:, : self.d_model]


def positional_encoding(length, d_model):
    return Waves(d_model).at(np.arange(length))


def add_positions(embeddings, table):
    words = range(embeddings.shape[-2])
    return np.add(embeddings, np.take(table, words, axis=0))


def shift_matrix(k, d_model):
    M = np.zeros((d_model + 1, d_model + 1))
    for i, omega in enumerate(Waves(d_model).omega):
        turn = cmath.rect(1, k * omega)
        M[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[turn.real, -turn.imag], [turn.imag, turn.real]]
    return M[:d_model, :d_model]


def binary_code(length, bits):
    columns = np.zeros((length, bits), dtype=np.int64)
    for power, column in enumerate(range(bits - 1, -1, -1)):
        half = min(2**power, length)
        wave = np.repeat([0, 1], half)
        columns[:, column] = np.resize(wave, length)
    return columns


def code_distances(codes):
    return np.stack([np.linalg.norm(codes - one, axis=1) for one in codes])
