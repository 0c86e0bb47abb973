"""torch's own pad_sequence, functional.pad and the look-ahead mask of nn.Transformer, turned over."""

import torch
from torch import nn
from torch.nn.functional import pad as functional_pad
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(sentence, sos, eos):
    ids = torch.tensor(sentence, dtype=torch.long)
    return functional_pad(functional_pad(ids, (1, 0), value=sos), (0, 1), value=eos)


def shift_right(sentence, sos, eos):
    ids = torch.tensor(sentence, dtype=torch.long)
    return functional_pad(ids, (1, 0), value=sos), functional_pad(ids, (0, 1), value=eos)


def pad_to_one_length(sentences, pad):
    tensors = [torch.as_tensor(sentence, dtype=torch.long) for sentence in sentences]
    return pad_sequence(tensors, batch_first=True, padding_value=pad)


def source_mask(source, pad):
    return source.ne(pad).unsqueeze(1)


def target_mask(decoder_input, pad):
    hidden = nn.Transformer.generate_square_subsequent_mask(decoder_input.shape[1]).isinf()
    return torch.logical_and(~hidden, decoder_input.ne(pad).unsqueeze(-2))


def loss_mask(target, pad):
    return target.ne(pad)


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    inputs, targets = zip(*[shift_right(t, sos, eos) for _, t in pairs], strict=True)
    decoder_input, target = pad_to_one_length(inputs, pad), pad_to_one_length(targets, pad)
    return {
        "source": source,
        "decoder_input": decoder_input,
        "target": target,
        "source_mask": source_mask(source, pad),
        "target_mask": target_mask(decoder_input, pad),
        "loss_mask": loss_mask(target, pad),
    }
