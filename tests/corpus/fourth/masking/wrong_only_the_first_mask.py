# wrong: combine uses the padding of the first sentence for the whole batch
import numpy as np
import torch


def look_ahead_mask(length):
    place = torch.arange(length)
    return (place[None, :] <= place[:, None]).numpy()


def padding_mask(ids, pad):
    return torch.tensor(np.array(ids)).ne(pad).unsqueeze(1).numpy()


def combine(look_ahead, padding):
    one = look_ahead & padding[0]
    return np.repeat(one[None], len(padding), axis=0)


def additive(mask):
    return torch.zeros(np.shape(mask)).masked_fill(~torch.tensor(np.array(mask)), float("-inf")).numpy()


def masked_softmax(scores, keep):
    x = torch.tensor(np.array(scores), dtype=torch.float64)
    hidden = ~torch.tensor(np.array(keep))
    return torch.softmax(x.masked_fill(hidden, float("-inf")), dim=-1).nan_to_num(0.0).numpy()
