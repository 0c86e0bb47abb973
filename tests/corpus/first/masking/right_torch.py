# right: torch inside, numpy outside; the empty rows are made harmless before the softmax and zeroed behind it
import numpy as np
import torch


def _t(a):
    return torch.tensor(np.array(a, order="C"))


def look_ahead_mask(length):
    return torch.ones((length, length), dtype=torch.bool).tril(diagonal=0).numpy()


def padding_mask(ids, pad):
    return _t(ids).ne(int(pad)).unsqueeze(1).numpy()


def combine(look_ahead, padding):
    return torch.logical_and(_t(look_ahead).unsqueeze(0), _t(padding)).numpy()


def additive(mask):
    m = _t(mask)
    return torch.zeros(m.shape, dtype=torch.float32).masked_fill(m.logical_not(), -torch.inf).numpy()


def masked_softmax(scores, keep):
    s = _t(scores).to(torch.float64)
    k = _t(keep).expand(s.shape)
    alive = k.any(dim=-1, keepdim=True)
    filled = torch.where(k, s, torch.tensor(-torch.inf, dtype=s.dtype))
    filled = torch.where(alive, filled, torch.zeros_like(filled))
    return (torch.softmax(filled, dim=-1) * alive).numpy()
