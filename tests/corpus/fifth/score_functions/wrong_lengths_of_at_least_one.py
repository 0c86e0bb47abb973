# wrong: against 0/0 cosine raises every length to at least 1: vectors shorter than 1 get too small a cosine.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    a = s / np.maximum(np.linalg.norm(s, axis=1, keepdims=True), 1)
    b = h / np.maximum(np.linalg.norm(h, axis=1, keepdims=True), 1)
    return a @ b.T


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    from_s = s @ W_a[:n_s]
    from_h = h @ W_a[n_s:]
    return np.tanh(from_s[:, None, :] + from_h[None, :, :]) @ v_a


def location(s, W_a):
    weights = np.exp(s @ W_a)
    return weights / weights.sum(axis=1, keepdims=True)
