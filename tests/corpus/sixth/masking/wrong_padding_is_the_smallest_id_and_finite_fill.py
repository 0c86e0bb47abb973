# wrong: padding_mask takes all ids below the padding's as padding, too, and additive fills in -1e9 instead of -inf; it shows with a padding id that is not the smallest, and in additive on any hidden place.
import numpy as np
import torch


def look_ahead_mask(length):
    place = np.arange(length)
    return place[None, :] <= place[:, None]


def padding_mask(ids, pad):
    return (ids > pad)[:, np.newaxis, :]


def combine(look_ahead, padding):
    return np.stack([look_ahead * keys for keys in padding])


def additive(mask):
    return (1.0 - mask) * -1e9


def masked_softmax(scores, keep):
    hidden = ~torch.tensor(np.array(keep))
    real = torch.tensor(np.array(scores, dtype=float)).masked_fill(hidden, -torch.inf)
    return torch.softmax(real, dim=-1).masked_fill(hidden, 0.0).numpy()
