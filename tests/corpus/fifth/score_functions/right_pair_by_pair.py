# right: one small function for each pair of vectors, called in two loops with math and plain sums.
import math

import numpy as np


def _table(s, h, score):
    out = np.zeros((len(s), len(h)))
    for t, s_t in enumerate(np.asarray(s, dtype=float)):
        for i, h_i in enumerate(np.asarray(h, dtype=float)):
            out[t, i] = score(s_t, h_i)
    return out


def _inner(a, b):
    return math.fsum(x * y for x, y in zip(a, b))


def dot(s, h):
    return _table(s, h, _inner)


def scaled_dot(s, h):
    return _table(s, h, lambda a, b: _inner(a, b) / math.sqrt(len(a)))


def cosine(s, h):
    def score(a, b):
        length_a, length_b = math.hypot(*a), math.hypot(*b)
        if length_a == 0 or length_b == 0:
            return 0.0
        return _inner(a / length_a, b / length_b)

    return _table(s, h, score)


def general(s, h, W_a):
    return _table(s, h, lambda a, b: _inner(a @ W_a, b))


def additive(s, h, W_a, v_a):
    return _table(s, h, lambda a, b: _inner(v_a, np.tanh(np.concatenate([a, b]) @ W_a)))


def location(s, W_a):
    rows = []
    for s_t in s:
        z = s_t @ W_a
        e = np.exp(z - z.max())
        rows.append(e / e.sum())
    return np.array(rows)
