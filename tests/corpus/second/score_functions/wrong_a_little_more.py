# wrong: cosine adds 1e-6 below against 0/0; shows for short vectors, (.001, 0) with itself gives .5 in place of 1
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
    s_len = np.sqrt(np.sum(s * s, axis=1, keepdims=True))
    h_len = np.sqrt(np.sum(h * h, axis=1, keepdims=True))
    return dot(s, h) / (s_len * h_len.T + 1e-6)


def general(s, h, W_a):
    s, h, W_a = floats(s, h, W_a)
    return np.einsum("ti,ij,sj->ts", s, W_a, h)


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = floats(s, h, W_a, v_a)
    targets, sources = len(s), len(h)
    pairs = np.concatenate([np.repeat(s, sources, axis=0), np.tile(h, (targets, 1))], axis=1)
    return (np.tanh(pairs @ W_a) @ v_a).reshape(targets, sources)


def location(s, W_a):
    s, W_a = floats(s, W_a)
    scores = np.einsum("ti,ij->tj", s, W_a)
    return np.exp(scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True)))
