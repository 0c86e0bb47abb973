# wrong: cosine divides by squared lengths and gives NaN for zero vectors; additive takes tanh of the finished score
import numpy as np


def floats(*arrays):
    return [np.asarray(a, dtype=np.float64) for a in arrays]


def dot(s, h):
    s, h = floats(s, h)
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    s_len = (s**2).sum(axis=1, keepdims=True)
    h_len = (h**2).sum(axis=1, keepdims=True)
    return s @ h.T / (s_len * h_len.T)


def general(s, h, W_a):
    s, h, W_a = floats(s, h, W_a)
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    rows = []
    for s_t in s:
        rows.append([np.tanh(np.concatenate([s_t, h_i]) @ W_a @ v_a) for h_i in h])
    return np.array(rows)


def location(s, W_a):
    s, W_a = floats(s, W_a)
    e = np.exp(s @ W_a)
    return e / e.sum(axis=1, keepdims=True)
