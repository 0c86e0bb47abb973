# right: numpy broadcasting, even and odd columns filled by slices
import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    pos = np.arange(length)[:, None]
    speed = 1 / 10000 ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(pos * speed)
    table[:, 1::2] = np.cos(pos * speed[: d_model // 2])
    return table


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    return embeddings + table[: embeddings.shape[-2]]


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    n_pairs = (d_model + 1) // 2
    angle = k / 10000 ** (2 * np.arange(n_pairs) / d_model)
    even = 2 * np.arange(n_pairs)
    M = np.zeros((2 * n_pairs, 2 * n_pairs))
    M[even, even] = M[even + 1, even + 1] = np.cos(angle)
    M[even + 1, even] = np.sin(angle)
    M[even, even + 1] = -np.sin(angle)
    return M[:d_model, :d_model]


def binary_code(length: int, bits: int) -> np.ndarray:
    return (np.arange(length)[:, None] >> np.arange(bits)[::-1]) & 1


def code_distances(codes: np.ndarray) -> np.ndarray:
    codes = np.asarray(codes, dtype=float)
    difference = codes[:, None, :] - codes[None, :, :]
    return np.sqrt((difference**2).sum(-1))
