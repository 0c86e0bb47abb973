# wrong: the speeds are spread evenly from 1 to exactly 1/10000 (wrong from the second pair on), and add_positions cuts the table by the first axis, so a batch of one gets row 0 at every word.
import math

import numpy as np


def _speeds(d_model):
    pairs = math.ceil(d_model / 2)
    return np.logspace(0, -4, pairs)


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    out = np.zeros((length, d_model))
    for i, w in enumerate(_speeds(d_model)):
        out[:, 2 * i] = np.sin(w * np.arange(length))
        if 2 * i + 1 < d_model:
            out[:, 2 * i + 1] = np.cos(w * np.arange(length))
    return out


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    return embeddings + table[: len(embeddings)]


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    M = np.zeros((d_model, d_model))
    for i, w in enumerate(_speeds(d_model)):
        s, c = math.sin(w * k), math.cos(w * k)
        M[2 * i, 2 * i] = c
        if 2 * i + 1 < d_model:
            M[2 * i, 2 * i + 1] = -s
            M[2 * i + 1, 2 * i] = s
            M[2 * i + 1, 2 * i + 1] = c
    return M


def binary_code(length: int, bits: int) -> np.ndarray:
    return np.array([[(p >> b) % 2 for b in range(bits)][::-1] for p in range(length)])


def code_distances(codes: np.ndarray) -> np.ndarray:
    n = len(codes)
    out = np.zeros((n, n))
    for a in range(n):
        for b in range(n):
            out[a, b] = np.linalg.norm(codes[a].astype(float) - codes[b].astype(float))
    return out
