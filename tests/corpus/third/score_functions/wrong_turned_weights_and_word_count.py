# wrong: two mistakes: general multiplies W_a from the wrong side (s W_a^T h), and scaled_dot divides by the root of the number of source words.
import numpy as np


def dot(s, h):
    return np.array([[sum(a * b for a, b in zip(x, y)) for y in h] for x in s])


def scaled_dot(s, h):
    n = len(h)
    return dot(s, h) / np.sqrt(n)


def cosine(s, h):
    def length(x):
        return np.sqrt(sum(a * a for a in x))

    rows = []
    for x in s:
        row = []
        for y in h:
            product = length(x) * length(y)
            row.append(sum(a * b for a, b in zip(x, y)) / product if product > 0 else 0.0)
        rows.append(row)
    return np.array(rows)


def general(s, h, W_a):
    # column vectors: (W_a s) for every s, then the dot products with h
    moved = np.array([W_a @ x for x in s])
    return dot(moved, h)


def additive(s, h, W_a, v_a):
    rows = []
    for x in s:
        rows.append([float(np.tanh(np.r_[x, y] @ W_a) @ v_a) for y in h])
    return np.array(rows)


def location(s, W_a):
    rows = []
    for x in s:
        e = [np.exp(score) for score in x @ W_a]
        rows.append([value / sum(e) for value in e])
    return np.array(rows)
