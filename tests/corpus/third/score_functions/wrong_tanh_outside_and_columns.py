# wrong: two mistakes: additive puts tanh around the finished score, and location takes the softmax down the columns.
import numpy as np


def softmax(x):
    e = np.exp(x)
    return e / e.sum(axis=0)


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.sqrt((s**2).sum(1))[:, None] * np.sqrt((h**2).sum(1))[None, :]
    lengths[lengths == 0] = 1
    return dot(s, h) / lengths


def general(s, h, W_a):
    return dot(s @ W_a, h)


def additive(s, h, W_a, v_a):
    scores = []
    for s_t in s:
        for h_i in h:
            joined = np.concatenate((s_t, h_i))
            scores.append(np.tanh(v_a @ (joined @ W_a)))
    return np.array(scores).reshape(len(s), len(h))


def location(s, W_a):
    return softmax(s @ W_a)
