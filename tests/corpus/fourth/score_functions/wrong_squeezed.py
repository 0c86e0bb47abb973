# wrong: dot squeezes its result, so one target or one source loses its axis
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x)).double()


def dot(s, h):
    return torch.matmul(_t(s)[:, None, None, :], _t(h)[None, :, :, None]).squeeze().numpy()


def scaled_dot(s, h):
    return dot(s, h) * s.shape[-1] ** -0.5


def cosine(s, h):
    a, b = _t(s), _t(h)
    sizes = a.norm(dim=1)[:, None] * b.norm(dim=1)[None]
    return torch.where(sizes > 0, a @ b.T / sizes, torch.zeros_like(sizes)).numpy()


def general(s, h, W_a):
    return torch.einsum("ta,ab,sb->ts", _t(s), _t(W_a), _t(h)).numpy()


def additive(s, h, W_a, v_a):
    a, b = _t(s), _t(h)
    pairs = torch.cat([a[:, None].expand(-1, len(b), -1), b[None].expand(len(a), -1, -1)], -1)
    return (torch.tanh(pairs @ _t(W_a)) @ _t(v_a)).numpy()


def location(s, W_a):
    return torch.softmax(_t(s) @ _t(W_a), dim=-1).numpy()
