# wrong: dot, scaled_dot and general collect their scores in a table of the type of s, so whole numbers in s cut the fractions off.
import math

import numpy as np


def _table(s, h, score):
    table = np.zeros_like(s, shape=(s.shape[0], h.shape[0]))
    for t, state in enumerate(s):
        for i, source in enumerate(h):
            table[t, i] = score(state, source)
    return table


def dot(s, h):
    return _table(s, h, np.dot)


def scaled_dot(s, h):
    return dot(s, h) / math.sqrt(s.shape[1])


def cosine(s, h):
    def angle(a, b):
        length = math.sqrt(np.dot(a, a)) * math.sqrt(np.dot(b, b))
        return np.dot(a, b) / length if length else 0.0

    return _table(s.astype(float), h, angle)


def general(s, h, W_a):
    return _table(s, h, lambda a, b: a @ W_a @ b)


def additive(s, h, W_a, v_a):
    return _table(s.astype(float), h, lambda a, b: v_a @ np.tanh(np.append(a, b) @ W_a))


def location(s, W_a):
    rows = []
    for state in s:
        e = np.exp(state @ W_a)
        rows.append(e / e.sum())
    return np.array(rows)
