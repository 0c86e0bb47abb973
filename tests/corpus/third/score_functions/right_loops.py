# right: every score of every pair in loops over single numbers, with math's functions.
import math

import numpy as np


def _every_pair(s, h, score):
    table = np.zeros((len(s), len(h)))
    for t in range(len(s)):
        for i in range(len(h)):
            table[t, i] = score([float(x) for x in s[t]], [float(x) for x in h[i]])
    return table


def _product(a, b):
    return sum(x * y for x, y in zip(a, b))


def dot(s, h):
    return _every_pair(s, h, _product)


def scaled_dot(s, h):
    return _every_pair(s, h, lambda a, b: _product(a, b) / math.sqrt(len(a)))


def cosine(s, h):
    def score(a, b):
        length_a, length_b = math.sqrt(_product(a, a)), math.sqrt(_product(b, b))
        if length_a == 0 or length_b == 0:
            return 0.0
        return _product(a, b) / (length_a * length_b)

    return _every_pair(s, h, score)


def general(s, h, W_a):
    def score(a, b):
        return sum(a[j] * float(W_a[j, k]) * b[k] for j in range(len(a)) for k in range(len(b)))

    return _every_pair(s, h, score)


def additive(s, h, W_a, v_a):
    def score(a, b):
        pair = a + b
        total = 0.0
        for k in range(len(v_a)):
            total += float(v_a[k]) * math.tanh(sum(pair[j] * float(W_a[j, k]) for j in range(len(pair))))
        return total

    return _every_pair(s, h, score)


def location(s, W_a):
    rows = []
    for state in s:
        scores = [_product(state.tolist(), column) for column in W_a.T.tolist()]
        e = [math.exp(score) for score in scores]
        rows.append([x / math.fsum(e) for x in e])
    return np.array(rows)
