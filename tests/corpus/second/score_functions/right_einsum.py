# right: einsum, pairs repeated and tiled, divide with where
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
    s, h = floats(s, h)
    s_len = np.sqrt(np.einsum("tn,tn->t", s, s))
    h_len = np.sqrt(np.einsum("sn,sn->s", h, h))
    below = np.einsum("t,s->ts", s_len, h_len)
    return np.divide(dot(s, h), below, out=np.zeros_like(below, dtype=float), where=below > 0)


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
