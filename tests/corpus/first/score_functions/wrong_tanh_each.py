# wrong: additive: tanh on the s part and on the h part separately, then added; every input with nonzero v_a
import numpy as np


def dot(s, h):
    return s @ h.T


def scaled_dot(s, h):
    return dot(s, h) / np.sqrt(s.shape[-1])


def unit(x):
    length = np.linalg.norm(x, axis=-1, keepdims=True)
    return np.divide(x, length, out=np.zeros(x.shape), where=length > 0)


def cosine(s, h):
    return unit(s) @ unit(h).T


def general(s, h, W_a):
    return s @ W_a @ h.T


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    query = np.tanh(s @ W_a[:n_s])
    key = np.tanh(h @ W_a[n_s:])
    return (query[:, None, :] + key[None, :, :]) @ v_a


def location(s, W_a):
    e = np.exp(s @ W_a)
    return e / e.sum(axis=-1, keepdims=True)
