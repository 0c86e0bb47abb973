# wrong: scaled_dot: ** 1/2 is read as (n ** 1) / 2, so it divides by n/2; right only for n = 4
"""Six ways to compare a decoder state s_t with an encoder state h_i."""

import numpy as np


def dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Dot product: s_t · h_i, for every pair.

    s: (target, n), one row a decoder state.  h: (source, n), one row an encoder state.
    Returns (target, source).
    """
    return s @ h.T


def scaled_dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Scaled dot product: s_t · h_i / √n, n the width of a state.

    s: (target, n).  h: (source, n).  Returns (target, source).
    """
    n = s.shape[1]
    root = n ** 1/2
    return s @ h.T / root


def unit(x):
    length = np.linalg.norm(x, axis=-1, keepdims=True)
    return np.divide(x, length, out=np.zeros(x.shape), where=length > 0)


def cosine(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Content-based: the cosine of the angle between s_t and h_i.

    s: (target, n).  h: (source, n).  Returns (target, source), numbers from -1 to 1.
    A vector of zeros has no direction: its cosine with anything is 0.
    """
    return unit(s) @ unit(h).T


def general(s: np.ndarray, h: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """General, also called multiplicative: s_tᵀ W_a h_i.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s, n_h).
    Returns (target, source).
    """
    return s @ W_a @ h.T


def additive(s: np.ndarray, h: np.ndarray, W_a: np.ndarray, v_a: np.ndarray) -> np.ndarray:
    """Additive: v_a · tanh([s_t; h_i] W_a). [s_t; h_i] is s_t followed by h_i, in one vector.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s + n_h, hidden).  v_a: (hidden,).
    Returns (target, source).
    """
    n_s = s.shape[1]
    from_s = s @ W_a[:n_s]
    from_h = h @ W_a[n_s:]
    return np.tanh(from_s[:, None, :] + from_h[None, :, :]) @ v_a


def location(s: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """Location-based: softmax(s_t W_a). These are weights already, and no h is needed.

    s: (target, n_s).  W_a: (n_s, source), one column a source position.
    Returns weights (target, source): every row adds up to 1.
    """
    e = np.exp(s @ W_a)
    return e / e.sum(axis=-1, keepdims=True)
