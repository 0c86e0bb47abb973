# right: one sine for all columns with a phase of a quarter turn in the odd ones; the distances add up feature by feature.
import numpy as np


class Waves:
    def __init__(self, d_model):
        column = np.arange(d_model)
        self.pair = column // 2
        self.speed = np.power(10000.0, -(column - column % 2) / d_model)
        self.phase = (column % 2) * (np.pi / 2)

    def at(self, positions):
        return np.sin(np.asarray(positions, dtype=float)[:, None] * self.speed + self.phase)

    def turn(self, k):
        same = self.pair[:, None] == self.pair[None, :]
        # new column b is sin(speed (pos + k) + phase_b); the old column a has phase_a
        return np.where(same, np.cos(k * self.speed[None, :] + self.phase[None, :] - self.phase[:, None]), 0.0)


def positional_encoding(length, d_model):
    return Waves(d_model).at(range(length))


def add_positions(embeddings, table):
    result = np.array(embeddings, dtype=np.result_type(embeddings, table, np.float32))
    result += table[: result.shape[-2], :]
    return result


def shift_matrix(k, d_model):
    return Waves(d_model).turn(k)


def binary_code(length, bits):
    shifts = range(bits - 1, -1, -1)
    code = np.zeros((length, bits), dtype=np.int8)
    for pos in range(length):
        code[pos] = [(pos >> b) & 1 for b in shifts]
    return code


def code_distances(codes):
    squares = 0.0
    for feature in codes.T:
        f = feature.astype(np.float64)
        squares = squares + np.subtract.outer(f, f) ** 2
    return np.sqrt(squares)
