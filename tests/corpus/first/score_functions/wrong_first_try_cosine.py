# wrong: cosine: lengths without the root and NaN for zero vectors; scaled_dot: root of the number of sources
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return s @ h.T / np.sqrt(len(h))


def cosine(s, h):
    len_s = np.sum(s ** 2, axis=1)
    len_h = np.sum(h ** 2, axis=1)
    return (s @ h.T) / np.outer(len_s, len_h)


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    from_s = s @ W_a[:n_s]
    from_h = h @ W_a[n_s:]
    return np.tanh(from_s[:, None, :] + from_h[None, :, :]) @ v_a


def location(s, W_a):
    e = np.exp(s @ W_a)
    return e / e.sum(axis=-1, keepdims=True)
