# wrong: cosine takes a vector for zero if its numbers add up to 0, so (1, -1) has the cosine 0 with everything, even with itself.
import numpy as np


class Score:
    def __init__(self, s, h):
        self.s = np.asarray(s, dtype=float)
        self.h = np.asarray(h, dtype=float)

    def products(self):
        return self.s.dot(self.h.T)

    @staticmethod
    def directions(rows):
        empty = rows.sum(axis=1) == 0
        lengths = np.sqrt((rows**2).sum(axis=1))
        lengths[empty] = 1
        unit = rows / lengths[:, None]
        unit[empty] = 0
        return unit


def dot(s, h):
    return Score(s, h).products()


def scaled_dot(s, h):
    score = Score(s, h)
    return score.products() / score.s.shape[1] ** 0.5


def cosine(s, h):
    score = Score(s, h)
    return Score.directions(score.s).dot(Score.directions(score.h).T)


def general(s, h, W_a):
    return Score(np.dot(s, W_a), h).products()


def additive(s, h, W_a, v_a):
    return np.array([[np.dot(v_a, np.tanh(np.dot(np.hstack([a, b]), W_a))) for b in h] for a in s])


def location(s, W_a):
    e = np.exp(np.dot(s, W_a))
    return (e.T / e.sum(axis=1)).T
