# wrong: source_mask leaves out columns at the end that are padding in every sentence; the mask must be as wide as the ids.
import torch
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    length = max((len(sentence) for sentence in sentences))
    ids = torch.full((len(sentences), length), pad)
    for row, sentence in enumerate(sentences):
        ids[row, :len(sentence)] = torch.tensor(sentence)
    return ids


def make_batch(pairs, sos, eos, pad):
    sources = [torch.tensor([sos, *source, eos]) for source, _ in pairs]
    targets = [torch.tensor([sos, *target, eos]) for _, target in pairs]
    source = pad_sequence(sources, batch_first=True, padding_value=pad)
    target = pad_sequence(targets, batch_first=True, padding_value=pad)
    return (source, target)


def shift_right(target):
    decoder_input = target[:, :-1]
    labels = target[:, 1:]
    return (decoder_input, labels)


def source_mask(source, pad):
    real = source != pad
    last = int(real.any(dim=0).nonzero().max())
    return real[:, : last + 1]


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    no_future = decoder_input.new_ones(length, length, dtype=torch.bool).tril()
    no_padding = (decoder_input != pad)[:, None, :]
    return no_future & no_padding


def loss_mask(labels, pad):
    return labels != pad
