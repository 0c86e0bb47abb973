"""Six ways to compare a decoder state s_t with an encoder state h_i."""

import numpy as np


def dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Dot product: s_t · h_i, for every pair.

    s: (target, n), one row per decoder state.  h: (source, n), one row per encoder state.
    Returns (target, source).
    """
    raise NotImplementedError


def scaled_dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Scaled dot product: s_t · h_i / √n, n the width of a state.

    s: (target, n).  h: (source, n).  Returns (target, source).
    """
    raise NotImplementedError


def cosine(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Content-based: the cosine of the angle between s_t and h_i.

    s: (target, n).  h: (source, n).  Returns (target, source), numbers from -1 to 1.
    A vector of zeros has no direction: its cosine with anything is 0.
    """
    raise NotImplementedError


def general(s: np.ndarray, h: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """General, also called multiplicative: s_tᵀ W_a h_i.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s, n_h).
    Returns (target, source).
    """
    raise NotImplementedError


def additive(s: np.ndarray, h: np.ndarray, W_a: np.ndarray, v_a: np.ndarray) -> np.ndarray:
    """Additive: v_a · tanh([s_t; h_i] W_a). [s_t; h_i] is s_t followed by h_i, in one vector.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s + n_h, hidden).  v_a: (hidden,).
    Returns (target, source).
    """
    raise NotImplementedError


def location(s: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """Location-based: softmax(s_t W_a). These are weights already, and no h is needed.

    s: (target, n_s).  W_a: (n_s, source), one column per source position.
    Returns weights (target, source): every row adds up to 1.
    """
    raise NotImplementedError
