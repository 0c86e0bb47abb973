# wrong: scaled_dot and cosine fill tables of the dtype of s; shows when s holds whole numbers: decimals are cut off
import numpy as np


def floats(*arrays):
    return [np.asarray(a, dtype=np.float64) for a in arrays]


def dot(s, h):
    s, h = floats(s, h)
    return s @ h.T


def scaled_dot(s, h):
    scores = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        scores[t] = (h @ s[t]) / np.sqrt(s.shape[1])
    return scores


def cosine(s, h):
    scores = np.zeros_like(s, shape=(len(s), len(h)))
    for t, a in enumerate(s):
        for i, b in enumerate(h):
            if a.any() and b.any():
                scores[t, i] = a @ b / (np.linalg.norm(a) * np.linalg.norm(b))
    return scores


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
