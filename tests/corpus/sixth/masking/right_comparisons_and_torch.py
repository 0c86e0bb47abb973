# right: comparisons for the masks, torch for the softmax.
import numpy as np
import torch


def look_ahead_mask(length):
    place = np.arange(length)
    return place[None, :] <= place[:, None]


def padding_mask(ids, pad):
    return np.expand_dims(np.not_equal(ids, pad), axis=1)


def combine(look_ahead, padding):
    return np.stack([look_ahead * keys for keys in padding])


def additive(mask):
    result = np.zeros(np.shape(mask))
    result[~np.asarray(mask)] = -np.inf
    return result


def masked_softmax(scores, keep):
    hidden = ~torch.tensor(np.array(keep))
    real = torch.tensor(np.array(scores, dtype=float)).masked_fill(hidden, -torch.inf)
    return torch.softmax(real, dim=-1).masked_fill(hidden, 0.0).numpy()
