# wrong: add_positions takes a vector of zeros for padding and adds no position to it.
import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    i = np.arange((d_model + 1) // 2)
    angles = np.outer(np.arange(length), 10000.0 ** (-2 * i / d_model))
    interleaved = np.stack((np.sin(angles), np.cos(angles)), axis=2).reshape(length, -1)
    return interleaved[:, :d_model]


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    length = embeddings.shape[-2]
    is_word = np.any(embeddings != 0, axis=-1, keepdims=True)  # padding stays zero
    return embeddings + table[:length] * is_word


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    i = np.arange((d_model + 1) // 2)
    a = k * 10000.0 ** (-2 * i / d_model)
    rotations = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])  # (2, 2, pair)
    M = np.einsum("abi,ij->iajb", rotations, np.eye(len(i))).reshape(2 * len(i), 2 * len(i))
    return M[:d_model, :d_model]


def binary_code(length: int, bits: int) -> np.ndarray:
    return (np.arange(length).reshape(-1, 1) & (1 << np.arange(bits)[::-1]) > 0).astype(int)


def code_distances(codes: np.ndarray) -> np.ndarray:
    c = np.array(codes, dtype=float)
    return np.array([np.sqrt(((c - row) ** 2).sum(axis=1)) for row in c])
