# right: numpy matrix products and broadcasting; additive as the sum of two parts.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.outer(np.linalg.norm(s, axis=1), np.linalg.norm(h, axis=1))
    scores = dot(s, h).astype(float)
    return np.divide(scores, lengths, out=np.zeros_like(scores), where=lengths > 0)


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
