# wrong: target_mask hides the diagonal too (j < i), a position cannot see its own token; shows wherever the token is real
from itertools import zip_longest

import numpy as np
import torch


class Side:
    def __init__(self, sentences, pad):
        columns = list(zip_longest(*sentences, fillvalue=pad))
        self.array = np.array(columns, dtype=np.int64).reshape(len(columns), len(sentences)).T

    def tensor(self):
        return torch.from_numpy(self.array.copy())


def add_sos_eos(words, sos, eos):
    framed = list(words)
    framed[:0] = [sos]
    framed += [eos]
    return framed


def pad_to_one_length(sentences, pad):
    return Side(sentences, pad).array


def make_batch(pairs, sos, eos, pad):
    framed = [[add_sos_eos(words, sos, eos) for words in pair] for pair in pairs]
    return Side([f[0] for f in framed], pad).tensor(), Side([f[1] for f in framed], pad).tensor()


def shift_right(target):
    ids = target.numpy()
    return np.delete(ids, -1, axis=1), np.delete(ids, 0, axis=1)


def source_mask(source, pad):
    return ~np.equal(source.numpy(), pad)


def target_mask(decoder_input, pad):
    ids = decoder_input.numpy()
    i, j = np.indices((ids.shape[1], ids.shape[1]))
    return (j < i)[None, :, :] & (ids != pad)[:, None, :]


def loss_mask(labels, pad):
    return source_mask(labels, pad)
