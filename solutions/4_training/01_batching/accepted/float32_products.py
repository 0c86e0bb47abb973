"""Masks as products of ones and zeros in single precision."""

import itertools

import torch


def add_sos_eos(words, sos, eos):
    return tuple(itertools.chain((sos,), words, (eos,)))


def pad_to_one_length(sentences, pad):
    columns = list(itertools.zip_longest(*sentences, fillvalue=pad))
    return torch.tensor(columns).T


def make_batch(pairs, sos, eos, pad):
    sides = zip(*pairs, strict=True)
    return tuple(pad_to_one_length([add_sos_eos(s, sos, eos) for s in side], pad) for side in sides)


def shift_right(target):
    return target.narrow(1, 0, target.shape[1] - 1), target.narrow(1, 1, target.shape[1] - 1)


def source_mask(source, pad):
    return (source.float() - pad).abs() > 0.5


def target_mask(decoder_input, pad):
    ones = torch.ones(decoder_input.shape[1], decoder_input.shape[1], dtype=torch.float32)
    real = (decoder_input != pad).float()
    return torch.einsum("qk,bk->bqk", torch.tril(ones), real) > 0.5


def loss_mask(labels, pad):
    return (labels.float() - pad).abs() > 0.5
