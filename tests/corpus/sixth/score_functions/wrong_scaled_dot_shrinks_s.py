# wrong: scaled_dot divides the caller's s if it holds floats; it shows after the call.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    s = np.asarray(s, dtype=float)
    s /= np.sqrt(s.shape[1])
    return s @ h.T


def cosine(s, h):
    lengths = np.linalg.norm(s, axis=1)[:, None] * np.linalg.norm(h, axis=1)
    return np.divide(dot(s, h), lengths, out=np.zeros(lengths.shape), where=lengths > 0)


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    inside = (s @ W_a[:n_s])[:, None, :] + (h @ W_a[n_s:])[None, :, :]
    return np.tanh(inside) @ v_a


def location(s, W_a):
    scores = np.exp(s @ W_a)
    return scores / scores.sum(axis=1, keepdims=True)
