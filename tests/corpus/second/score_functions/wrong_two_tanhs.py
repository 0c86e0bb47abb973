# wrong: additive takes tanh of the part of s and of the part of h, then adds; any input where both parts are not 0
import numpy as np


def floats(*arrays):
    return [np.asarray(a, dtype=np.float64) for a in arrays]


def dot(s, h):
    s, h = floats(s, h)
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    s, h = floats(s, h)
    lengths = np.linalg.norm(s, axis=1)[:, None] * np.linalg.norm(h, axis=1)[None, :]
    return np.where(lengths == 0, 0.0, dot(s, h) / np.where(lengths == 0, 1.0, lengths))


def general(s, h, W_a):
    s, h, W_a = floats(s, h, W_a)
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    from_s = np.tanh(s @ W_a[:n_s]) @ v_a
    from_h = np.tanh(h @ W_a[n_s:]) @ v_a
    return from_s[:, None] + from_h[None, :]


def location(s, W_a):
    s, W_a = floats(s, W_a)
    e = np.exp(s @ W_a)
    return e / e.sum(axis=1, keepdims=True)
