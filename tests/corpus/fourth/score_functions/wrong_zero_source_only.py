# wrong: cosine guards the length of h but not of s: a target vector of zeros gives NaN
import math
import numpy as np


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
    columns = []
    for word in h:
        length = np.sqrt((word**2).sum())
        if length == 0:
            columns.append(np.zeros(len(s)))
        else:
            with np.errstate(all="ignore"):
                columns.append(s @ word / (np.sqrt((s**2).sum(axis=1)) * length))
    return np.stack(columns, axis=1)


def general(s, h, W_a):
    return _table(lambda a, b: sum(x * _inner(row, b) for x, row in zip(a, W_a.tolist())), s, h)


def additive(s, h, W_a, v_a):
    columns = W_a.T.tolist()
    return _table(lambda a, b: sum(v * math.tanh(_inner(a + b, c)) for v, c in zip(v_a.tolist(), columns)), s, h)


def location(s, W_a):
    rows = []
    for state in s:
        e = [math.exp(_inner(state.tolist(), c)) for c in W_a.T.tolist()]
        rows.append([x / sum(e) for x in e])
    return np.array(rows)
