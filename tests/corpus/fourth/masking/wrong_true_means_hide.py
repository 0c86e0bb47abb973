# wrong: look_ahead_mask and padding_mask follow the convention in which True means hide
import numpy as np
import torch


def look_ahead_mask(length):
    return torch.triu(torch.ones(length, length, dtype=torch.bool), diagonal=1).numpy()


def padding_mask(ids, pad):
    return np.equal(ids, pad)[:, np.newaxis]


def combine(look_ahead, padding):
    return np.einsum("qk,bok->bqk", look_ahead, padding)


def additive(mask):
    return torch.zeros(np.shape(mask)).masked_fill(~torch.tensor(np.array(mask)), float("-inf")).numpy()


def masked_softmax(scores, keep):
    x = torch.tensor(np.array(scores), dtype=torch.float64)
    hidden = ~torch.tensor(np.array(keep))
    return torch.softmax(x.masked_fill(hidden, float("-inf")), dim=-1).nan_to_num(0.0).numpy()
