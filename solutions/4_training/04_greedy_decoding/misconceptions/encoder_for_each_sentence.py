"""The result is right, but the encoder is called for each sentence by itself.

It takes a whole batch: call it once, with all sources, and take rows of its memory if you need them.
"""

import torch
from solution import greedy_decode as right


def greedy_decode(model, source, sos, eos, pad, max_length):
    found = [right(model, row[None], sos, eos, pad, max_length)[0] for row in source]
    return torch.nn.utils.rnn.pad_sequence(found, batch_first=True, padding_value=pad)
