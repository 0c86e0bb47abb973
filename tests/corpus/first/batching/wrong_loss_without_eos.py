# wrong: loss_mask keeps one position too few in each row (EOS is left out), it counts only the words
from itertools import zip_longest

import numpy as np
import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    columns = list(zip_longest(*sentences, fillvalue=pad))
    return np.array(columns, dtype=np.int64).reshape(len(columns), len(sentences)).T


def make_batch(pairs, sos, eos, pad):
    sides = zip(*pairs)
    source, target = (
        torch.from_numpy(np.ascontiguousarray(pad_to_one_length([add_sos_eos(w, sos, eos) for w in side], pad)))
        for side in sides
    )
    return source, target


def shift_right(target):
    ids = np.array(target)
    return np.delete(ids, -1, axis=1), np.delete(ids, 0, axis=1)


def source_mask(source, pad):
    return np.not_equal(np.asarray(source), pad)


def target_mask(decoder_input, pad):
    ids = np.asarray(decoder_input)
    position = np.arange(ids.shape[1])
    past = position[None, :] <= position[:, None]
    return np.logical_and(past[None], (ids != pad)[:, np.newaxis, :])


def loss_mask(labels, pad):
    labels = np.asarray(labels)
    words = (labels != pad).sum(axis=1) - 1
    return np.arange(labels.shape[1])[None, :] < words[:, None]
