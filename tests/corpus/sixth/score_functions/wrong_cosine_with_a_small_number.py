# wrong: 1e-6 is added to the product of the lengths; it shows on short vectors, such as of length .001.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.linalg.norm(s, axis=1, keepdims=True) * np.linalg.norm(h, axis=1)
    return dot(s, h) / (lengths + 1e-6)


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    inside = (s @ W_a[:n_s])[:, None, :] + (h @ W_a[n_s:])[None, :, :]
    return np.tanh(inside) @ v_a


def location(s, W_a):
    scores = np.exp(s @ W_a)
    return scores / scores.sum(axis=1, keepdims=True)
