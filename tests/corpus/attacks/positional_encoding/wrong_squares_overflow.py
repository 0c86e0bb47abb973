# wrong: code_distances squares whole numbers as such: differences over 2**32 overflow in int64.
import numpy as np


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    """Sine and cosine of pos / 10000^(2i / d_model), pair beside pair.  Returns (length, d_model)."""
    position = np.arange(length)[:, None]
    column = np.arange(d_model)
    two_i = column - column % 2
    angle = position / 10000 ** (two_i / d_model)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Word plus place.  embeddings: (..., position, d_model); table: (max_length, d_model)."""
    length = embeddings.shape[-2]
    return embeddings + table[:length]


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    """M with PE(pos + k) = PE(pos) @ M for every pos.  Returns (d_model, d_model)."""
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model):
        turn = k / 10000 ** ((j - j % 2) / d_model)
        matrix[j, j] = np.cos(turn)
        if j % 2 == 1:
            matrix[j, j - 1] = np.sin(turn)
            matrix[j - 1, j] = -np.sin(turn)
    return matrix


def binary_code(length: int, bits: int) -> np.ndarray:
    """Positions in binary, highest bit first.  Returns (length, bits)."""
    position = np.arange(length)[:, None]
    place = np.arange(bits)[::-1]
    return position // 2**place % 2


def code_distances(codes):
    codes = codes.astype(np.int64) if codes.dtype.kind in "u" else codes
    return np.sqrt(((codes[:, None] - codes[None]) ** 2).sum(-1).astype(float))
