# wrong: combine keeps the diagonal, so that no row is empty; it shows on padding, on the left above all.
import numpy as np
import torch


def look_ahead_mask(length):
    place = np.arange(length)
    return place[None, :] <= place[:, None]


def padding_mask(ids, pad):
    return np.expand_dims(np.not_equal(ids, pad), axis=1)


def combine(look_ahead, padding):
    both = look_ahead & padding
    return both | np.eye(len(look_ahead), dtype=bool)


def additive(mask):
    result = np.zeros(np.shape(mask))
    result[~np.asarray(mask)] = -np.inf
    return result


def masked_softmax(scores, keep):
    hidden = ~torch.tensor(np.array(keep))
    real = torch.tensor(np.array(scores, dtype=float)).masked_fill(hidden, -torch.inf)
    return torch.softmax(real, dim=-1).masked_fill(hidden, 0.0).numpy()
