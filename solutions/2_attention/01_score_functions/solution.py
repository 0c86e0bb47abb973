"""Six ways to compare a decoder state s_t with an encoder state h_i."""

import numpy as np


def dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """s_t · h_i.  s: (target, n), h: (source, n)."""
    return s @ h.T  # (target, n) @ (n, source): row t against column i


def scaled_dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """s_t · h_i / √n.  s: (target, n), h: (source, n)."""
    n = h.shape[-1]
    return s @ h.T / np.sqrt(n)  # (target, source)


def cosine(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """s_t · h_i / (|s_t| |h_i|).  s: (target, n), h: (source, n)."""
    length_s = np.linalg.norm(s, axis=1)  # (target,)
    length_h = np.linalg.norm(h, axis=1)  # (source,)
    lengths = np.outer(length_s, length_h)  # (target, source)
    # A zero vector has the dot product 0 with everything. Divided by 1 it stays 0; divided by 0 it would be NaN.
    return s @ h.T / np.where(lengths == 0, 1, lengths)


def general(s: np.ndarray, h: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """s_tᵀ W_a h_i.  s: (target, n_s), h: (source, n_h), W_a: (n_s, n_h)."""
    # W_a carries s into the space of h; there the two are compared by a dot product.
    return s @ W_a @ h.T  # (target, n_s) @ (n_s, n_h) @ (n_h, source)


def additive(s: np.ndarray, h: np.ndarray, W_a: np.ndarray, v_a: np.ndarray) -> np.ndarray:
    """v_a · tanh([s_t; h_i] W_a).  s: (target, n_s), h: (source, n_h), W_a: (n_s + n_h, hidden), v_a: (hidden,)."""
    # [s; h] W_a = s W_s + h W_h, where W_s is the top of W_a and W_h the rest: no pair has to be written out.
    n_s = s.shape[1]
    from_s = s @ W_a[:n_s]  # (target, hidden)
    from_h = h @ W_a[n_s:]  # (source, hidden)
    hidden = np.tanh(from_s[:, None, :] + from_h[None, :, :])  # (target, source, hidden)
    return hidden @ v_a  # (target, source)


def location(s: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """softmax(s_t W_a) over the source positions.  s: (target, n_s), W_a: (n_s, source)."""
    exponentials = np.exp(s @ W_a)  # (target, source); for large scores see the exercise on softmax
    return exponentials / np.sum(exponentials, axis=1, keepdims=True)
