# wrong: cosine divides the rows of s and h in place after np.asarray(..., dtype=float), which overwrites the caller's arrays of floats.
import numpy as np


def _unit(x):
    x = np.asarray(x, dtype=float)
    length = np.linalg.norm(x, axis=1, keepdims=True)
    length[length == 0] = 1
    x /= length
    return x


def dot(s, h):
    return np.inner(s, h)


def scaled_dot(s, h):
    n = s.shape[1]
    return np.inner(s, h) / np.sqrt(n)


def cosine(s, h):
    return np.inner(_unit(s), _unit(h))


def general(s, h, W_a):
    return np.inner(np.matmul(s, W_a), h)


def additive(s, h, W_a, v_a):
    W_s, W_h = np.split(W_a, [s.shape[1]])
    hidden = np.tanh((s @ W_s)[:, np.newaxis, :] + (h @ W_h)[np.newaxis, :, :])
    return np.inner(hidden, v_a)


def location(s, W_a):
    scores = np.matmul(s, W_a)
    scores = scores - scores.max(axis=1, keepdims=True)
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True)
