# wrong: cosine looks for zero vectors (padding) in h only, so a state s of zeros gives 0/0 = NaN.
import torch


def _t(array):
    return torch.tensor(array.tolist(), dtype=torch.float64)


def dot(s, h):
    return (_t(s) @ _t(h).T).numpy()


def scaled_dot(s, h):
    s, h = _t(s), _t(h)
    return (s @ h.T / s.shape[1] ** 0.5).numpy()


def cosine(s, h):
    s, h = _t(s), _t(h)
    padding = (h == 0).all(dim=1)
    table = (s @ h.T) / (s.norm(dim=1, keepdim=True) * h.norm(dim=1))
    table[:, padding] = 0
    return table.numpy()


def general(s, h, W_a):
    return (_t(s) @ _t(W_a) @ _t(h).T).numpy()


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = _t(s), _t(h), _t(W_a), _t(v_a)
    rows = []
    for state in s:
        pairs = torch.cat([state.expand(len(h), -1), h], dim=1)
        rows.append(torch.tanh(pairs @ W_a) @ v_a)
    return torch.stack(rows).numpy()


def location(s, W_a):
    return torch.softmax(_t(s) @ _t(W_a), dim=-1).numpy()
