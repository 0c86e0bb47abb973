# wrong: additive takes tanh of the finished score, and cosine guards only the zero vectors of h; it shows on any additive score and on a zero vector in s.
import math

import numpy as np


def _table(s, h, score):
    return np.array([[score(s_t, h_i) for h_i in h] for s_t in s], dtype=float).reshape(len(s), len(h))


def dot(s, h):
    return _table(s, h, np.dot)


def scaled_dot(s, h):
    return _table(s, h, lambda s_t, h_i: np.dot(s_t, h_i) / math.sqrt(len(s_t)))


def cosine(s, h):
    def score(s_t, h_i):
        if not h_i.any():
            return 0.0
        return np.dot(s_t, h_i) / (np.linalg.norm(s_t) * np.linalg.norm(h_i))

    return _table(s, h, score)


def general(s, h, W_a):
    return _table(s, h, lambda s_t, h_i: s_t @ W_a @ h_i)


def additive(s, h, W_a, v_a):
    return _table(s, h, lambda s_t, h_i: np.tanh(v_a @ (np.concatenate([s_t, h_i]) @ W_a)))


def location(s, W_a):
    rows = []
    for s_t in s:
        e = np.exp(s_t @ W_a)
        rows.append(e / e.sum())
    return np.array(rows)
