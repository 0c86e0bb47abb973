# wrong: make_batch sorts the pairs by the length of the source (longest first), so the order of the rows changes unless they happen to be sorted already.
import torch
from torch.nn.utils.rnn import pad_sequence


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    tensors = [torch.tensor(sentence, dtype=torch.long) for sentence in sentences]
    return pad_sequence(tensors, batch_first=True, padding_value=pad)


def make_batch(pairs, sos, eos, pad):
    # longest sentences first, as for packed sequences
    ordered = sorted(pairs, key=lambda pair: len(pair[0]), reverse=True)
    sources, targets = [], []
    for source, target in ordered:
        sources.append(add_sos_eos(source, sos, eos))
        targets.append(add_sos_eos(target, sos, eos))
    return pad_to_one_length(sources, pad), pad_to_one_length(targets, pad)


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return torch.ne(source, pad)


def target_mask(decoder_input, pad):
    n = decoder_input.size(1)
    rows = torch.arange(n).unsqueeze(1)
    columns = torch.arange(n).unsqueeze(0)
    return (columns <= rows).unsqueeze(0) & torch.ne(decoder_input, pad).unsqueeze(1)


def loss_mask(labels, pad):
    return torch.ne(labels, pad)
