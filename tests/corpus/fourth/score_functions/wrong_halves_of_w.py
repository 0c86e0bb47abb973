# wrong: additive splits W_a in the middle, which is right only if s and h are equally wide
import numpy as np


def _d(x):
    return np.asarray(x, dtype=float)


def dot(s, h):
    return _d(s) @ _d(h).T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(np.shape(s)[1])


def _directions(x):
    x = _d(x)
    largest = np.abs(x).max(axis=1, keepdims=True)
    x = x / np.where(largest > 0, largest, 1.0)
    size = np.linalg.norm(x, axis=1, keepdims=True)
    return np.divide(x, size, out=np.zeros_like(x), where=size > 0)


def cosine(s, h):
    return _directions(s) @ _directions(h).T


def general(s, h, W_a):
    return _d(s) @ _d(W_a) @ _d(h).T


def additive(s, h, W_a, v_a):
    W_s, W_h = np.split(_d(W_a), 2)
    hidden = np.tanh((_d(s) @ W_s)[:, np.newaxis] + (_d(h) @ W_h)[np.newaxis])
    return hidden @ _d(v_a)


def location(s, W_a):
    e = np.exp(dot(s, _d(W_a).T))
    return e / e.sum(axis=1, keepdims=True)
