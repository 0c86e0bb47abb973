# wrong: cosine uses one length for all rows of s and divides by 1 + it for zeros; location divides by the sum of the whole table
import numpy as np


def floats(*arrays):
    return [np.asarray(a, dtype=np.float64) for a in arrays]


def dot(s, h):
    s, h = floats(s, h)
    return np.einsum("tn,sn->ts", s, h)


def scaled_dot(s, h):
    s, h = floats(s, h)
    return np.einsum("tn,sn->ts", s, h) * s.shape[-1] ** -0.5


def cosine(s, h):
    s_len = np.linalg.norm(s)
    h_len = np.linalg.norm(h, axis=1)
    if (h_len == 0).any():
        h_len = h_len + 1
    return dot(s, h) / (s_len * h_len)


def general(s, h, W_a):
    s, h, W_a = floats(s, h, W_a)
    return np.einsum("ti,ij,sj->ts", s, W_a, h)


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = floats(s, h, W_a, v_a)
    targets, sources = len(s), len(h)
    pairs = np.concatenate([np.repeat(s, sources, axis=0), np.tile(h, (targets, 1))], axis=1)
    return (np.tanh(pairs @ W_a) @ v_a).reshape(targets, sources)


def location(s, W_a):
    e = np.exp(np.einsum("ti,ij->tj", s, W_a))
    return e / np.sum(e)
