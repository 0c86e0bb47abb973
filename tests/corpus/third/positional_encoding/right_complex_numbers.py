# right: each pair is one complex number; sine and cosine are its parts, and the shift is a multiplication by a unit number.
import numpy as np


def _speeds(d_model):
    pairs = (d_model + 1) // 2
    return 10000.0 ** (-2.0 * np.arange(pairs) / d_model)


def positional_encoding(length: int, d_model: int) -> np.ndarray:
    waves = np.exp(1j * np.outer(np.arange(length), _speeds(d_model)))
    both = np.stack([waves.imag, waves.real], axis=-1)  # (length, pair, 2)
    return both.reshape(length, 2 * waves.shape[1])[:, :d_model].copy()


def add_positions(embeddings: np.ndarray, table: np.ndarray) -> np.ndarray:
    *_, position, _d = embeddings.shape
    return np.add(embeddings, table[:position])


def shift_matrix(k: int, d_model: int) -> np.ndarray:
    turn = np.exp(1j * k * _speeds(d_model))
    size = 2 * len(turn)
    M = np.zeros((size, size))
    even = np.arange(0, size, 2)
    M[even, even] = M[even + 1, even + 1] = turn.real
    M[even + 1, even] = turn.imag
    M[even, even + 1] = -turn.imag
    return M[:d_model, :d_model]


def binary_code(length: int, bits: int) -> np.ndarray:
    text = [np.binary_repr(p % (1 << bits), bits) for p in range(length)]
    return np.array([[int(c) for c in t] for t in text], dtype=int)[:, :bits]


def code_distances(codes: np.ndarray) -> np.ndarray:
    c = np.asarray(codes, dtype=np.float64)
    return np.linalg.norm(c[:, None, :] - c[None, :, :], axis=2)
