# right: one score for each pair, in lists.
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
        if not s_t.any() or not h_i.any():
            return 0.0
        return np.dot(s_t / math.sqrt(np.dot(s_t, s_t)), h_i / math.sqrt(np.dot(h_i, h_i)))

    return _table(s, h, score)


def general(s, h, W_a):
    return _table(s, h, lambda s_t, h_i: s_t @ W_a @ h_i)


def additive(s, h, W_a, v_a):
    return _table(s, h, lambda s_t, h_i: v_a @ np.tanh(np.concatenate([s_t, h_i]) @ W_a))


def location(s, W_a):
    rows = []
    for s_t in s:
        e = np.exp(s_t @ W_a)
        rows.append(e / e.sum())
    return np.array(rows)
