import torch
from torch.nn.utils.rnn import pad_sequence


def make_batch(pairs, sos, eos, pad):
    sources = [torch.tensor([sos, *source, eos]) for source, _ in pairs]
    targets = [torch.tensor([sos, *target, eos]) for _, target in pairs]
    return pad_sequence(sources, padding_value=pad), pad_sequence(targets, padding_value=pad)
