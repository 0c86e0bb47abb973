"""einsum throughout; the pairs of additive are written out by broadcasting."""

import numpy as np


def dot(s, h):
    return np.einsum("tn,in->ti", s, h)


def scaled_dot(s, h):
    return np.einsum("tn,in->ti", s * s.shape[1] ** -0.5, h)


def cosine(s, h):
    squares = np.einsum("tn,tn->t", s, s)[:, None] * np.einsum("in,in->i", h, h)
    return np.einsum("tn,in->ti", s, h) / np.sqrt(np.maximum(squares, 1e-30))


def general(s, h, W_a):
    return np.einsum("tn,nm,im->ti", s, W_a, h)


def additive(s, h, W_a, v_a):
    left = np.broadcast_to(s[:, None], (len(s), len(h), s.shape[1]))
    right = np.broadcast_to(h[None], (len(s), len(h), h.shape[1]))
    pairs = np.concatenate([left, right], axis=-1)  # (target, source, n_s + n_h)
    return np.einsum("tik,k->ti", np.tanh(np.einsum("tix,xk->tik", pairs, W_a)), v_a)


def location(s, W_a):
    scores = np.einsum("tn,ni->ti", s, W_a)
    return np.exp(scores - np.logaddexp.reduce(scores, axis=1)[:, None])
