# wrong: cosine divides the rows of s and h in place; shows for decimal inputs: the caller's arrays are changed
import numpy as np


def floats(*arrays):
    return [np.asarray(a, dtype=np.float64) for a in arrays]


def dot(s, h):
    s, h = floats(s, h)
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    s, h = np.asarray(s, dtype=float), np.asarray(h, dtype=float)
    for rows in (s, h):
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        rows /= lengths
    return s @ h.T


def general(s, h, W_a):
    s, h, W_a = floats(s, h, W_a)
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = floats(s, h, W_a, v_a)
    n_s = s.shape[1]
    from_s = s @ W_a[:n_s]
    from_h = h @ W_a[n_s:]
    return np.tanh(from_s[:, None, :] + from_h[None, :, :]) @ v_a


def location(s, W_a):
    s, W_a = floats(s, W_a)
    e = np.exp(s @ W_a)
    return e / e.sum(axis=1, keepdims=True)
