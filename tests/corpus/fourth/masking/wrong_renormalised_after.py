# wrong: the softmax runs over all keys and the hidden weights are removed and shared out afterwards; visible scores far below hidden ones give zeros
import numpy as np
import torch


def look_ahead_mask(length):
    place = torch.arange(length)
    return (place[None, :] <= place[:, None]).numpy()


def padding_mask(ids, pad):
    return torch.tensor(np.array(ids)).ne(pad).unsqueeze(1).numpy()


def combine(look_ahead, padding):
    return np.einsum("qk,bok->bqk", look_ahead, padding)


def additive(mask):
    return torch.zeros(np.shape(mask)).masked_fill(~torch.tensor(np.array(mask)), float("-inf")).numpy()


def masked_softmax(scores, keep):
    w = torch.softmax(torch.tensor(np.array(scores), dtype=torch.float64), dim=-1) * torch.tensor(np.array(keep))
    total = w.sum(dim=-1, keepdim=True)
    return torch.where(total > 0, w / total, torch.zeros_like(w)).numpy()
