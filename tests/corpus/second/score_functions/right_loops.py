# right: plain Python, one pair after the other
import math

import numpy as np


def _product(a, b):
    return sum(float(x) * float(y) for x, y in zip(a, b))


def _table(score, s, h):
    return np.array([[score(a, b) for b in h] for a in s], dtype=float)


def dot(s, h):
    return _table(_product, s, h)


def scaled_dot(s, h):
    root = math.sqrt(len(s[0]))
    return _table(lambda a, b: _product(a, b) / root, s, h)


def cosine(s, h):
    def score(a, b):
        length = math.hypot(*a) * math.hypot(*b)
        return _product(a, b) / length if length > 0 else 0.0

    return _table(score, s, h)


def general(s, h, W_a):
    columns = list(zip(*W_a))
    return _table(lambda a, b: _product([_product(a, c) for c in columns], b), s, h)


def additive(s, h, W_a, v_a):
    columns = list(zip(*W_a))

    def score(a, b):
        pair = list(a) + list(b)
        return sum(float(v) * math.tanh(_product(pair, c)) for v, c in zip(v_a, columns))

    return _table(score, s, h)


def location(s, W_a):
    columns = list(zip(*W_a))
    rows = []
    for a in s:
        powers = [math.exp(_product(a, c)) for c in columns]
        rows.append([p / sum(powers) for p in powers])
    return np.array(rows)
