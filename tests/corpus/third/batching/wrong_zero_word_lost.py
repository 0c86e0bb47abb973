# wrong: pad_to_one_length uses zip_longest and `token or pad`, which turns every word (or SOS / EOS) with the id 0 into padding.
from itertools import zip_longest

import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    columns = zip_longest(*sentences)  # None where a sentence is over
    table = [[token or pad for token in column] for column in columns]
    return torch.tensor(table, dtype=torch.int64).T


def make_batch(pairs, sos, eos, pad):
    source = (add_sos_eos(words, sos, eos) for words, _ in pairs)
    target = (add_sos_eos(words, sos, eos) for _, words in pairs)
    return pad_to_one_length(source, pad), pad_to_one_length(target, pad)


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    real = (decoder_input != pad).unsqueeze(-2)
    return real.expand(-1, decoder_input.shape[-1], -1).tril()


def loss_mask(labels, pad):
    return labels != pad
