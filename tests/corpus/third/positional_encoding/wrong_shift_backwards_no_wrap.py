# wrong: the shift matrix is the transposed one and moves backwards, and binary_code stays at all ones from 2^bits on instead of starting again.
import numpy as np


def _w(d_model):
    return [10000 ** (-2 * i / d_model) for i in range((d_model + 1) // 2)]


def positional_encoding(length, d_model):
    columns = []
    pos = np.arange(length)
    for w in _w(d_model):
        columns += [np.sin(pos * w), np.cos(pos * w)]
    return np.column_stack(columns[:d_model])


def add_positions(embeddings, table):
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k, d_model):
    """sin(w(pos+k)) = sin·cos + cos·sin, cos(w(pos+k)) = cos·cos - sin·sin, one line of the matrix for each."""
    M = np.zeros((d_model + 1, d_model + 1))
    for i, w in enumerate(_w(d_model)):
        M[2 * i, 2 * i : 2 * i + 2] = np.cos(w * k), np.sin(w * k)
        M[2 * i + 1, 2 * i : 2 * i + 2] = -np.sin(w * k), np.cos(w * k)
    return M[:d_model, :d_model]


def binary_code(length, bits):
    top = 2**bits - 1
    rows = [[int(c) for c in format(min(pos, top), "b").zfill(bits)] for pos in range(length)]
    return np.array(rows)


def code_distances(codes):
    codes = np.asarray(codes, dtype=np.float64)
    deltas = codes[np.newaxis] - codes[:, np.newaxis]
    return np.linalg.norm(deltas, axis=-1)
