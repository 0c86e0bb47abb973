# wrong: loss_mask keeps the labels up to the first padding (cumulative), so labels with padding in front count nothing at all.
import numpy as np
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + words + [eos]


def pad_to_one_length(sentences, pad):
    width = max(len(s) for s in sentences)
    out = np.full((len(sentences), width), pad, dtype=np.int64)
    for row, s in enumerate(sentences):
        out[row, : len(s)] = s
    return torch.from_numpy(out)


def make_batch(pairs, sos, eos, pad):
    sources = pad_to_one_length([add_sos_eos(p[0], sos, eos) for p in pairs], pad)
    targets = pad_to_one_length([add_sos_eos(p[1], sos, eos) for p in pairs], pad)
    return sources, targets


def shift_right(target):
    return target[:, 0:-1], target[:, 1:]


def source_mask(source, pad):
    return ~(source == pad)


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    keep = ~(decoder_input == pad)
    causal = torch.from_numpy(np.tri(length, dtype=bool))
    return keep[:, None, :] & causal


def loss_mask(labels, pad):
    padding_so_far = (labels == pad).cumsum(dim=1)
    return padding_so_far == 0
