"""numpy arrays, filled row by row; masks from slices and np.tri."""

import numpy as np
import torch


def add_sos_eos(words, sos, eos):
    return np.concatenate([[sos], words, [eos]]).astype(int)


def pad_to_one_length(sentences, pad):
    ids = np.full((len(sentences), max(map(len, sentences))), pad)
    for row, sentence in zip(ids, sentences, strict=True):
        row[: len(sentence)] = sentence
    return ids


def make_batch(pairs, sos, eos, pad):
    padded = [pad_to_one_length([add_sos_eos(s, sos, eos) for s in side], pad) for side in zip(*pairs, strict=True)]
    return [torch.from_numpy(ids.astype(np.int64)) for ids in padded]


def shift_right(target):
    ids = np.asarray(target)
    return np.delete(ids, -1, axis=1), np.delete(ids, 0, axis=1)


def source_mask(source, pad):
    return np.asarray(source) != pad


def target_mask(decoder_input, pad):
    ids = np.asarray(decoder_input)
    return np.tri(ids.shape[1], dtype=bool) & np.expand_dims(ids != pad, 1)


def loss_mask(labels, pad):
    return ~(np.asarray(labels) == pad)
