# wrong: general and additive collect the scores in a table of s's type, which cuts fractions off when s holds whole numbers
import math
import numpy as np


def _fill(s, h, score):
    table = np.empty((len(s), len(h)), dtype=s.dtype)
    for t, state in enumerate(s):
        for i, word in enumerate(h):
            table[t, i] = score(state, word)
    return table


def _table(score, s, h):
    out = np.zeros((len(s), len(h)))
    for t in range(len(s)):
        for i in range(len(h)):
            out[t, i] = score([float(x) for x in s[t]], [float(x) for x in h[i]])
    return out


def _inner(a, b):
    return math.fsum(x * y for x, y in zip(a, b))


def dot(s, h):
    return _table(_inner, s, h)


def scaled_dot(s, h):
    return _table(lambda a, b: _inner(a, b) / math.sqrt(len(a)), s, h)


def cosine(s, h):
    def score(a, b):
        la, lb = math.hypot(*a), math.hypot(*b)
        return _inner(a, b) / la / lb if la and lb else 0.0

    return _table(score, s, h)


def general(s, h, W_a):
    return _fill(s, h, lambda a, b: a @ W_a @ b)


def additive(s, h, W_a, v_a):
    return _fill(s, h, lambda a, b: v_a @ np.tanh(np.hstack([a, b]) @ W_a))


def location(s, W_a):
    rows = []
    for state in s:
        e = [math.exp(_inner(state.tolist(), c)) for c in W_a.T.tolist()]
        rows.append([x / sum(e) for x in e])
    return np.array(rows)
