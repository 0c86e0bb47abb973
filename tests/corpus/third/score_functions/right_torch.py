# right: PyTorch in double precision; broadcasting, torch.cat and torch.softmax, results as numpy arrays.
import numpy as np
import torch


def _t(*arrays):
    return [torch.tensor(np.array(a, dtype=np.float64)) for a in arrays]


def dot(s, h):
    s, h = _t(s, h)
    return torch.mm(s, h.t()).numpy()


def scaled_dot(s, h):
    s, h = _t(s, h)
    return torch.mm(s / s.shape[1] ** 0.5, h.t()).numpy()


def cosine(s, h):
    s, h = _t(s, h)
    lengths = s.norm(dim=1)[:, None] * h.norm(dim=1)[None, :]
    table = torch.mm(s, h.t())
    return torch.where(lengths > 0, table / torch.where(lengths > 0, lengths, 1.0), 0.0).numpy()


def general(s, h, W_a):
    s, h, W_a = _t(s, h, W_a)
    return torch.linalg.multi_dot([s, W_a, h.t()]).numpy()


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = _t(s, h, W_a, v_a)
    left = s[:, None, :].expand(-1, len(h), -1)
    right = h[None, :, :].expand(len(s), -1, -1)
    return (torch.tanh(torch.cat([left, right], dim=-1) @ W_a) @ v_a).numpy()


def location(s, W_a):
    s, W_a = _t(s, W_a)
    return torch.softmax(s @ W_a, dim=1).numpy()
