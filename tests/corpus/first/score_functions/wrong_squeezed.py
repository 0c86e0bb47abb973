# wrong: additive: v_a as a column and squeeze() afterwards also drops a target or source axis of length 1
import numpy as np
import torch


def T(x):
    return torch.tensor(np.array(x, dtype=np.float64, order="C"))


def dot(s, h):
    return torch.einsum("tn,in->ti", T(s), T(h)).numpy()


def scaled_dot(s, h):
    q, k = T(s), T(h)
    return (q @ k.T / q.shape[1] ** 0.5).numpy()


def cosine(s, h):
    q, k = T(s), T(h)
    lq, lk = q.norm(dim=1), k.norm(dim=1)
    q = q / torch.where(lq == 0, torch.ones_like(lq), lq).unsqueeze(1)
    k = k / torch.where(lk == 0, torch.ones_like(lk), lk).unsqueeze(1)
    return (q @ k.T).numpy()


def general(s, h, W_a):
    return torch.einsum("ta,ab,ib->ti", T(s), T(W_a), T(h)).numpy()


def additive(s, h, W_a, v_a):
    q, k = T(s), T(h)
    left = q.unsqueeze(1).repeat(1, len(k), 1)
    right = k.unsqueeze(0).repeat(len(q), 1, 1)
    hidden = torch.tanh(torch.cat([left, right], dim=2) @ T(W_a))
    return (hidden @ T(v_a).reshape(-1, 1)).squeeze().numpy()


def location(s, W_a):
    return torch.softmax(T(s) @ T(W_a), dim=-1).numpy()
