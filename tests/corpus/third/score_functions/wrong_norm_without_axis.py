# wrong: cosine divides by np.linalg.norm of the whole matrices (no axis), one length for all vectors; right only for one target and one source.
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return s @ h.T / np.sqrt(h.shape[1])


def cosine(s, h):
    length_s = np.linalg.norm(s)
    length_h = np.linalg.norm(h)
    if length_s == 0 or length_h == 0:
        return np.zeros((len(s), len(h)))
    return s @ h.T / (length_s * length_h)


def general(s, h, W_a):
    return (s @ W_a) @ h.T


def additive(s, h, W_a, v_a):
    T, S = len(s), len(h)
    left = np.repeat(s[:, None, :], S, axis=1)
    right = np.repeat(h[None, :, :], T, axis=0)
    return np.tanh(np.concatenate([left, right], axis=2) @ W_a) @ v_a


def location(s, W_a):
    weights = np.exp(s @ W_a)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights
