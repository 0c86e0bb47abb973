# wrong: cosine: a vector counts as zero if its numbers add up to 0, e.g. (1, -1, 0); its cosines all become 0
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
    table = torch.zeros(len(q), len(k), dtype=torch.float64)
    for t in range(len(q)):
        for i in range(len(k)):
            if q[t].sum() == 0 or k[i].sum() == 0:
                continue
            table[t, i] = q[t] @ k[i] / (q[t].norm() * k[i].norm())
    return table.numpy()


def general(s, h, W_a):
    return torch.einsum("ta,ab,ib->ti", T(s), T(W_a), T(h)).numpy()


def additive(s, h, W_a, v_a):
    q, k = T(s), T(h)
    left = q.unsqueeze(1).expand(-1, len(k), -1)
    right = k.unsqueeze(0).expand(len(q), -1, -1)
    pairs = torch.cat([left, right], dim=-1)
    return (torch.tanh(pairs @ T(W_a)) @ T(v_a)).numpy()


def location(s, W_a):
    return torch.softmax(T(s) @ T(W_a), dim=-1).numpy()
