# right: numpy throughout (np.full, np.tril, logical_and, einsum-like broadcasting with copies), converted to tensors only in make_batch.
import numpy as np
import torch


def add_sos_eos(words, sos, eos):
    return list(words[:0]) + [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    lengths = np.array([len(s) for s in sentences])
    table = np.full((len(sentences), lengths.max()), pad, dtype=np.int64)
    filled = np.arange(lengths.max())[None, :] < lengths[:, None]
    table[filled] = [word for s in sentences for word in s]
    return table


def make_batch(pairs, sos, eos, pad):
    sides = zip(*pairs)
    return tuple(
        torch.from_numpy(pad_to_one_length([add_sos_eos(s, sos, eos) for s in side], pad)) for side in sides
    )


def shift_right(target):
    table = np.array(target)
    return np.delete(table, -1, axis=1), np.delete(table, 0, axis=1)


def source_mask(source, pad):
    return np.not_equal(np.asarray(source), pad)


def target_mask(decoder_input, pad):
    keys = np.not_equal(np.asarray(decoder_input), pad)
    length = keys.shape[1]
    table = np.repeat(keys[:, np.newaxis, :], length, axis=1)
    return np.tril(table)


def loss_mask(labels, pad):
    return ~(np.asarray(labels) == pad)
