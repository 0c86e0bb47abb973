# wrong: additive: tanh around the finished score, order [h; s]; location: softmax down the columns (2 or more targets)
"""Six ways to compare a decoder state s_t with an encoder state h_i."""

import math
import numpy as np


def inner(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))


def dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Dot product: s_t · h_i, for every pair.

    s: (target, n), one row a decoder state.  h: (source, n), one row an encoder state.
    Returns (target, source).
    """
    return np.array([[inner(a, b) for b in h] for a in s])


def scaled_dot(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Scaled dot product: s_t · h_i / √n, n the width of a state.

    s: (target, n).  h: (source, n).  Returns (target, source).
    """
    n = len(s[0])
    table = []
    for a in s:
        row = []
        for b in h:
            row.append(inner(a, b) / math.sqrt(n))
        table.append(row)
    return np.array(table)


def cosine(s: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Content-based: the cosine of the angle between s_t and h_i.

    s: (target, n).  h: (source, n).  Returns (target, source), numbers from -1 to 1.
    A vector of zeros has no direction: its cosine with anything is 0.
    """
    table = np.zeros((len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            la, lb = math.sqrt(inner(a, a)), math.sqrt(inner(b, b))
            if la != 0 and lb != 0:
                table[t, i] = inner(a, b) / la / lb
    return table


def general(s: np.ndarray, h: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """General, also called multiplicative: s_tᵀ W_a h_i.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s, n_h).
    Returns (target, source).
    """
    table = np.zeros((len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            for p in range(len(a)):
                for q in range(len(b)):
                    table[t, i] += a[p] * W_a[p, q] * b[q]
    return table


def additive(s: np.ndarray, h: np.ndarray, W_a: np.ndarray, v_a: np.ndarray) -> np.ndarray:
    """Additive: v_a · tanh([s_t; h_i] W_a). [s_t; h_i] is s_t followed by h_i, in one vector.

    s: (target, n_s).  h: (source, n_h).  W_a: (n_s + n_h, hidden).  v_a: (hidden,).
    Returns (target, source).
    """
    table = np.zeros((len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            hidden = np.concatenate([b, a]) @ W_a
            table[t, i] = math.tanh(hidden @ v_a)
    return table


def location(s: np.ndarray, W_a: np.ndarray) -> np.ndarray:
    """Location-based: softmax(s_t W_a). These are weights already, and no h is needed.

    s: (target, n_s).  W_a: (n_s, source), one column a source position.
    Returns weights (target, source): every row adds up to 1.
    """
    e = np.exp(s @ W_a)
    return e / e.sum(axis=0)
