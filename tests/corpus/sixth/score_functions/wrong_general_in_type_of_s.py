# wrong: general stores its scores in the type of s; it shows when s holds whole numbers and W_a fractions.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.linalg.norm(s, axis=1)[:, None] * np.linalg.norm(h, axis=1)
    return np.divide(dot(s, h), lengths, out=np.zeros(lengths.shape), where=lengths > 0)


def general(s, h, W_a):
    scores = np.zeros((len(s), len(h)), dtype=s.dtype)
    for t in range(len(s)):
        for i in range(len(h)):
            scores[t, i] = s[t] @ W_a @ h[i]
    return scores


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    inside = (s @ W_a[:n_s])[:, None, :] + (h @ W_a[n_s:])[None, :, :]
    return np.tanh(inside) @ v_a


def location(s, W_a):
    scores = np.exp(s @ W_a)
    return scores / scores.sum(axis=1, keepdims=True)
