# wrong: masked_softmax fills with the lowest float instead of -inf, so a row with no visible key gets equal weights instead of zeros
import numpy as np
import torch


def look_ahead_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril().numpy()


def padding_mask(ids, pad):
    return (torch.tensor(np.array(ids)) != pad).unsqueeze(1).numpy()


def combine(look_ahead, padding):
    return np.logical_and(look_ahead[None, :, :], padding)


def additive(mask):
    m = torch.tensor(np.array(mask))
    return torch.zeros(m.shape).masked_fill(~m, float("-inf")).numpy()


def masked_softmax(scores, keep):
    s = torch.tensor(np.array(scores)).double()
    k = torch.tensor(np.array(keep))
    s = s.masked_fill(~k, torch.finfo(s.dtype).min)
    return torch.softmax(s, dim=-1).numpy()
