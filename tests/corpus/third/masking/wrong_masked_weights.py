# wrong: the softmax is taken over all keys and masked afterwards, the rest divided by its sum; with visible scores at -20000 beside hidden ones at +20000 the visible weights are already 0 and the row comes out empty.
import numpy as np
import torch


def look_ahead_mask(length):
    return torch.ones(length, length).tril().bool().numpy()


def padding_mask(ids, pad):
    return torch.tensor(np.array(ids)).ne(pad).unsqueeze(1).numpy()


def combine(look_ahead, padding):
    return torch.logical_and(torch.tensor(look_ahead), torch.tensor(padding)).numpy()


def additive(mask):
    mask = torch.tensor(np.array(mask))
    return torch.zeros(mask.shape).masked_fill(~mask, float("-inf")).numpy()


def masked_softmax(scores, keep):
    s = torch.tensor(np.array(scores, dtype=np.float64))
    k = torch.tensor(np.array(keep)).double()
    weights = torch.softmax(s, dim=-1) * k
    total = weights.sum(-1, keepdim=True)
    return torch.where(total > 0, weights / total, torch.zeros_like(weights)).numpy()
