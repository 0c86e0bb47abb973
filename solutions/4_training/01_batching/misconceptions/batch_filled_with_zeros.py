"""make_batch pads the short sentences with 0, not with pad.

0 can be the id of a word, or of SOS. pad_sequence needs padding_value=pad, and a new tensor torch.full(shape, pad).
"""

import torch
from torch.nn.utils.rnn import pad_sequence


def make_batch(pairs, sos, eos, pad):
    sources = [torch.tensor([sos, *source, eos]) for source, _ in pairs]
    targets = [torch.tensor([sos, *target, eos]) for _, target in pairs]
    return pad_sequence(sources, batch_first=True), pad_sequence(targets, batch_first=True)
