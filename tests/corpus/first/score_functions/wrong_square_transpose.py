# wrong: general: turns W_a round whenever its shape allows, so W_a is transposed if both widths are equal
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
    W = T(W_a)
    if W.shape == (h.shape[1], s.shape[1]):
        W = W.T
    return (T(s) @ W @ T(h).T).numpy()


def additive(s, h, W_a, v_a):
    q, k = T(s), T(h)
    left = q.unsqueeze(1).expand(-1, len(k), -1)
    right = k.unsqueeze(0).expand(len(q), -1, -1)
    pairs = torch.cat([left, right], dim=-1)
    return (torch.tanh(pairs @ T(W_a)) @ T(v_a)).numpy()


def location(s, W_a):
    return torch.softmax(T(s) @ T(W_a), dim=-1).numpy()
