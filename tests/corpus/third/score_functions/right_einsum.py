# right: einsum throughout; additive adds the parts of s and h inside the tanh.
import numpy as np


def dot(s, h):
    return np.einsum("tn,in->ti", s, h)


def scaled_dot(s, h):
    return np.einsum("tn,in->ti", s, h) / np.sqrt(s.shape[1])


def cosine(s, h):
    lengths = np.sqrt(np.einsum("tn,tn->t", s, s))[:, None] * np.sqrt(np.einsum("in,in->i", h, h))
    return np.divide(dot(s, h), lengths, out=np.zeros_like(lengths), where=lengths != 0)


def general(s, h, W_a):
    return np.einsum("ta,ab,ib->ti", s, W_a, h)


def additive(s, h, W_a, v_a):
    n_s = s.shape[1]
    inside = np.einsum("ta,ak->tk", s, W_a[:n_s])[:, None] + np.einsum("ib,bk->ik", h, W_a[n_s:])
    return np.einsum("tik,k->ti", np.tanh(inside), v_a)


def location(s, W_a):
    e = np.exp(np.einsum("ta,ai->ti", s, W_a))
    return e / np.einsum("ti->t", e)[:, None]
