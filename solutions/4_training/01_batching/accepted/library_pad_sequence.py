"""torch's own pad_sequence, functional.pad and the look-ahead mask of nn.Transformer, inverted."""

import torch
from torch import nn
from torch.nn.functional import pad as functional_pad
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(words, sos, eos):
    ids = torch.tensor(words, dtype=torch.long)
    return functional_pad(functional_pad(ids, (1, 0), value=sos), (0, 1), value=eos)


def pad_to_one_length(sentences, pad):
    tensors = [torch.as_tensor(sentence, dtype=torch.long) for sentence in sentences]
    return pad_sequence(tensors, batch_first=True, padding_value=pad)


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    source = pad_to_one_length([add_sos_eos(words, sos, eos) for words in sources], pad)
    return source, pad_to_one_length([add_sos_eos(words, sos, eos) for words in targets], pad)


def shift_right(target):
    return functional_pad(target, (0, -1)), functional_pad(target, (-1, 0))


def source_mask(source, pad):
    return source.ne(pad)


def target_mask(decoder_input, pad):
    hidden = nn.Transformer.generate_square_subsequent_mask(decoder_input.shape[1]).isinf()
    return torch.logical_and(~hidden, decoder_input.ne(pad).unsqueeze(-2))


def loss_mask(labels, pad):
    return labels.ne(pad)
