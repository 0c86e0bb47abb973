"""torch tensors, masked_fill and torch.softmax."""

import torch


def look_ahead_mask(length):
    return torch.ones(length, length, dtype=torch.bool).tril()


def padding_mask(ids, pad):
    return torch.as_tensor(ids).ne(pad).unsqueeze(1)


def combine(look_ahead, padding):
    return torch.logical_and(torch.as_tensor(look_ahead), torch.as_tensor(padding))


def additive(mask):
    mask = torch.as_tensor(mask)
    return torch.zeros(mask.shape).masked_fill(~mask, float("-inf"))


def masked_softmax(scores, keep):
    keep = torch.as_tensor(keep)
    hidden = torch.as_tensor(scores).masked_fill(~keep, float("-inf"))
    return torch.softmax(hidden, dim=-1).masked_fill(~keep, 0.0)
