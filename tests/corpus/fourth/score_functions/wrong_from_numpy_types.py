# wrong: general multiplies the tensors as they come; torch refuses whole-number states with a W_a of fractions
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.array(x)).double()


def dot(s, h):
    return (_t(s)[:, None] * _t(h)[None]).sum(-1).numpy()


def scaled_dot(s, h):
    return dot(s, h) * s.shape[-1] ** -0.5


def cosine(s, h):
    a, b = _t(s), _t(h)
    sizes = a.norm(dim=1)[:, None] * b.norm(dim=1)[None]
    return torch.where(sizes > 0, a @ b.T / sizes, torch.zeros_like(sizes)).numpy()


def general(s, h, W_a):
    a, b, W = (torch.from_numpy(np.ascontiguousarray(x)) for x in (s, h, W_a))
    return torch.matmul(torch.matmul(a, W), b.T).numpy()


def additive(s, h, W_a, v_a):
    a, b = _t(s), _t(h)
    pairs = torch.cat([a[:, None].expand(-1, len(b), -1), b[None].expand(len(a), -1, -1)], -1)
    return (torch.tanh(pairs @ _t(W_a)) @ _t(v_a)).numpy()


def location(s, W_a):
    return torch.softmax(_t(s) @ _t(W_a), dim=-1).numpy()
