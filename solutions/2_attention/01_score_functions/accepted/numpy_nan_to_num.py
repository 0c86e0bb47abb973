"""Meshes of indices, nan_to_num after the division, and a reshape of all pairs into one long list."""

import numpy as np


def dot(s, h):
    return np.tensordot(s, h, axes=(1, 1))


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[-1])


def cosine(s, h):
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nan_to_num(dot(s, h) / np.sqrt(np.sum(s**2, -1)[:, None] * np.sum(h**2, -1)))


def general(s, h, W_a):
    return dot(np.dot(s, W_a), h)


def additive(s, h, W_a, v_a):
    t, i = np.indices((len(s), len(h))).reshape(2, -1)
    pairs = np.hstack([s[t], h[i]])  # (target · source, n_s + n_h)
    return np.tanh(pairs @ W_a).dot(v_a).reshape(len(s), len(h))


def location(s, W_a):
    return np.stack([np.exp(row) / np.exp(row).sum() for row in s @ W_a])
