# wrong: cosine is made safe for zero rows of h only: a row of zeros in s gives NaN.
import numpy as np
import torch


def _t(*arrays):
    return [torch.tensor(np.array(a, dtype=np.float64)) for a in arrays]


def dot(s, h):
    s, h = _t(s, h)
    return torch.einsum("tn,sn->ts", s, h).numpy()


def scaled_dot(s, h):
    return dot(s, h) * s.shape[-1] ** -0.5


def cosine(s, h):
    s, h = _t(s, h)
    lengths = h.norm(dim=1)
    lengths[lengths == 0] = 1
    return (s @ h.T / s.norm(dim=1)[:, None] / lengths[None, :]).numpy()


def general(s, h, W_a):
    s, h, W_a = _t(s, h, W_a)
    return torch.einsum("ti,ij,sj->ts", s, W_a, h).numpy()


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = _t(s, h, W_a, v_a)
    T, S = len(s), len(h)
    pairs = torch.cat([s[:, None].expand(T, S, -1), h[None].expand(T, S, -1)], dim=-1)
    return torch.tanh(pairs @ W_a).matmul(v_a).numpy()


def location(s, W_a):
    s, W_a = _t(s, W_a)
    return torch.softmax(s @ W_a, dim=-1).numpy()
