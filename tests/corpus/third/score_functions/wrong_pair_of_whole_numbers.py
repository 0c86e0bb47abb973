# wrong: additive writes [s; h] into an array of the type of s, so whole numbers in s cut the fractions of h off.
import numpy as np


def dot(s, h):
    return np.matmul(s, h.T)


def scaled_dot(s, h):
    width = h.shape[1]
    return np.matmul(s, h.T) / np.sqrt(width)


def cosine(s, h):
    with np.errstate(invalid="ignore", divide="ignore"):
        table = np.matmul(s, h.T) / np.linalg.norm(s, axis=1)[:, None] / np.linalg.norm(h, axis=1)[None, :]
    table[np.isnan(table)] = 0
    return table


def general(s, h, W_a):
    return np.matmul(s, np.matmul(W_a, h.T))


def additive(s, h, W_a, v_a):
    n_s, n_h = s.shape[1], h.shape[1]
    pairs = np.empty((len(s), len(h), n_s + n_h), dtype=s.dtype)
    pairs[:, :, :n_s] = s[:, None, :]
    pairs[:, :, n_s:] = h[None, :, :]
    return np.matmul(np.tanh(np.matmul(pairs, W_a)), v_a)


def location(s, W_a):
    e = np.exp(np.matmul(s, W_a))
    return e / np.sum(e, axis=1, keepdims=True)
