# wrong: additive: the first n_h rows of W_a go to h and the rest to s, so it reads [h; s]
"""Six ways to compare a decoder state s_t with an encoder state h_i."""

import numpy as np
import torch


def T(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Dot product: s_t · h_i, for every pair.

    s: (target, n), one row a decoder state.  h: (source, n), one row an encoder state.
    Returns (target, source).
    """
    return torch.einsum("tn,in->ti", T(s), T(h)).numpy()


def scaled_dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Scaled dot product: s_t · h_i / √n, n the width of a state.

    s: (target, n).  h: (source, n).  Returns (target, source).
    """
    q, k = T(s), T(h)
    return (q @ k.T / q.shape[1] ** 0.5).numpy()


def cosine(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Content-based: the cosine of the angle between s_t and h_i.

    s: (target, n).  h: (source, n).  Returns (target, source), numbers from -1 to 1.
    A vector of zeros has no direction: its cosine with anything is 0.
    """
    q, k = T(s), T(h)
    lq, lk = q.norm(dim=1), k.norm(dim=1)
    q = q / torch.where(lq == 0, torch.ones_like(lq), lq).unsqueeze(1)
    k = k / torch.where(lk == 0, torch.ones_like(lk), lk).unsqueeze(1)
    return (q @ k.T).numpy()


def general(s: np.ndarray, h: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """General, also called multiplicative: s_tᵀ W_a h_i.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s, n_h).
    Returns (target, source).
    """
    return torch.einsum("ta,ab,ib->ti", T(s), T(W_a), T(h)).numpy()


def additive(s: np.ndarray, h: np.ndarray, W_a: np.ndarray, v_a: np.ndarray) -> np.ndarray:
    """Additive: v_a · tanh([s_t; h_i] W_a). [s_t; h_i] is s_t followed by h_i, in one vector.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s + n_h, hidden).  v_a: (hidden,).
    Returns (target, source).
    """
    q, k, W = T(s), T(h), T(W_a)
    W_h, W_s = torch.split(W, [k.shape[1], q.shape[1]])
    hidden = torch.tanh((k @ W_h).unsqueeze(0) + (q @ W_s).unsqueeze(1))
    return (hidden @ T(v_a)).numpy()


def location(s: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """Location-based: softmax(s_t W_a). These are weights already, and no h is needed.

    s: (target, n_s).  W_a: (n_s, source), one column a source position.
    Returns weights (target, source): every row adds up to 1.
    """
    return torch.softmax(T(s) @ T(W_a), dim=-1).numpy()
