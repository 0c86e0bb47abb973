# wrong: scaled_dot divides by n, the width of a state, where the root of n belongs.
import numpy as np


def dot(s, h):
    return np.einsum("tn,in->ti", s, h)


def scaled_dot(s, h):
    n = s.shape[-1]
    return dot(s, h) / n


def cosine(s, h):
    length_s = np.sqrt(np.einsum("tn,tn->t", s, s))
    length_h = np.sqrt(np.einsum("in,in->i", h, h))
    lengths = np.einsum("t,i->ti", length_s, length_h)
    return np.divide(dot(s, h), lengths, out=np.zeros(lengths.shape), where=lengths > 0)


def general(s, h, W_a):
    return np.einsum("ta,ab,ib->ti", s, W_a, h)


def additive(s, h, W_a, v_a):
    n_s = s.shape[-1]
    part_s = np.einsum("ta,ak->tk", s, W_a[:n_s])
    part_h = np.einsum("ib,bk->ik", h, W_a[n_s:])
    return np.einsum("tik,k->ti", np.tanh(part_s[:, None] + part_h[None, :]), v_a)


def location(s, W_a):
    scores = np.einsum("ta,ai->ti", s, W_a)
    e = np.exp(scores)
    return np.einsum("ti,t->ti", e, 1 / np.einsum("ti->t", e))
