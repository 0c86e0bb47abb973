# right: a small class around the two groups of states; the other scores are dot products of changed states, and location is made safe by the row's maximum.
import numpy as np


class _States:
    def __init__(self, rows):
        self.rows = np.array(rows, dtype=np.float64)

    def __matmul__(self, other):
        """The dot product of every row with every row."""
        return np.inner(self.rows, other.rows)

    @property
    def width(self):
        return self.rows.shape[1]

    def directions(self):
        unit = np.zeros_like(self.rows)
        for k, row in enumerate(self.rows):
            largest = np.abs(row).max()
            if largest > 0:
                row = row / largest
                unit[k] = row / np.sqrt(row @ row)
        return _States(unit)

    def through(self, weights):
        return _States(self.rows @ weights)


def dot(s, h):
    return _States(s) @ _States(h)


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(_States(s).width)


def cosine(s, h):
    return np.clip(_States(s).directions() @ _States(h).directions(), -1, 1)


def general(s, h, W_a):
    return _States(s).through(W_a) @ _States(h)


def additive(s, h, W_a, v_a):
    s, h = _States(s), _States(h)
    columns = []
    for h_part in h.through(W_a[s.width :]).rows:
        columns.append(np.tanh(s.through(W_a[: s.width]).rows + h_part) @ v_a)
    return np.stack(columns, axis=1)


def location(s, W_a):
    scores = _States(s).through(W_a).rows
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
