# right: torch in float64 with a small class for the pairs
import numpy as np
import torch
import torch.nn.functional as F


def _t(a):
    return torch.tensor(np.array(a, dtype=np.float64, order="C"))


class Pairs:
    def __init__(self, s, h):
        self.s, self.h = _t(s), _t(h)

    def through(self, W):
        return (self.s @ W @ self.h.mT).numpy()

    def joined(self):
        t, n = len(self.s), len(self.h)
        return torch.cat([self.s[:, None].expand(t, n, -1), self.h[None].expand(t, n, -1)], dim=-1)


def dot(s, h):
    return Pairs(s, h).through(torch.eye(s.shape[1], dtype=torch.float64))


def scaled_dot(s, h):
    return dot(s, h) / s.shape[1] ** 0.5


def cosine(s, h):
    p = Pairs(s, h)
    lengths = torch.outer(p.s.norm(dim=1), p.h.norm(dim=1))
    return ((p.s @ p.h.T) / lengths).masked_fill(lengths == 0, 0.0).numpy()


def general(s, h, W_a):
    return Pairs(s, h).through(_t(W_a))


def additive(s, h, W_a, v_a):
    return (torch.tanh(Pairs(s, h).joined() @ _t(W_a)) @ _t(v_a)).numpy()


def location(s, W_a):
    return F.softmax(_t(s) @ _t(W_a), dim=-1).numpy()
