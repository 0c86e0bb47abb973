# wrong: padding_mask ignores pad (assumes 0); masked_softmax runs over dim 1 and empty rows are not zeros; batches, other pads
"""Masks. True means keep."""

import numpy as np
import torch


def look_ahead_mask(length):
    future = np.triu(np.ones((length, length)), k=1)
    return future == 0


def padding_mask(ids, pad=0):
    return ids.astype(bool)[:, None, :]


def combine(look_ahead, padding):
    return look_ahead & padding


def additive(mask):
    return np.where(mask, 0.0, -np.inf)


def masked_softmax(scores, keep):
    s = torch.tensor(scores).float()
    k = torch.tensor(keep)
    s = s.masked_fill(~k, torch.finfo(s.dtype).min)
    return torch.softmax(s, dim=1).numpy()
