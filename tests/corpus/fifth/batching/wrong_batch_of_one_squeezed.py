# wrong: shift_right squeezes away axes of length 1; a batch of one sentence, or a target of SOS and EOS only.
from itertools import chain, zip_longest

import torch


def add_sos_eos(words, sos, eos):
    return list(chain((sos,), words, (eos,)))


def pad_to_one_length(sentences, pad):
    columns = list(zip_longest(*sentences, fillvalue=pad))
    return torch.tensor(columns, dtype=torch.int64).reshape(len(columns), len(sentences)).T.contiguous()


def make_batch(pairs, sos, eos, pad):
    sides = zip(*pairs)
    source, target = (pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in sides)
    return source, target


def shift_right(target):
    n = target.size(1) - 1
    return target.narrow(1, 0, n).squeeze(), target.narrow(1, 1, n).squeeze()


def source_mask(source, pad):
    return source.ne(pad)


def target_mask(decoder_input, pad):
    place = torch.arange(decoder_input.size(1))
    not_after = place.view(1, -1) <= place.view(-1, 1)
    return torch.logical_and(not_after.unsqueeze(0), decoder_input.ne(pad).unsqueeze(1))


def loss_mask(labels, pad):
    return labels.eq(pad).logical_not()
