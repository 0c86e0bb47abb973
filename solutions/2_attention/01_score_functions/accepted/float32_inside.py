"""Everything is computed in float32; the states are brought to length 1 before they are compared."""

import numpy as np


def single(*arrays):
    return [np.asarray(array, dtype=np.float32) for array in arrays]


def dot(s, h):
    return np.inner(*single(s, h))


def scaled_dot(s, h):
    root = np.float32(s.shape[1]) ** np.float32(0.25)
    s, h = single(s, h)
    return np.inner(s / root, h / root)


def unit(states):
    length = np.sqrt(np.sum(states**2, axis=1, keepdims=True))
    return states / np.maximum(length, np.float32(1e-8))


def cosine(s, h):
    s, h = single(s, h)
    return unit(s) @ unit(h).T


def general(s, h, W_a):
    s, h, W_a = single(s, h, W_a)
    return s @ (W_a @ h.T)


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = single(s, h, W_a, v_a)
    rows = [np.tanh(np.hstack([np.tile(target, (len(h), 1)), h]) @ W_a) @ v_a for target in s]
    return np.stack(rows)


def location(s, W_a):
    s, W_a = single(s, W_a)
    scores = s @ W_a
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)
