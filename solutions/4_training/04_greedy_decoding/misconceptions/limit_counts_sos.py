"""One token too few is predicted at the length limit: SOS is counted as one of them.

max_length is the number of tokens to predict. SOS is given, not predicted: decoder_input may grow to max_length + 1.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos)
    finished = torch.zeros(len(source), dtype=torch.bool)
    while decoder_input.shape[1] < max_length and not finished.all():
        token = torch.where(finished, pad, next_token(model.decode(decoder_input, memory, source_keep)))
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        finished |= token == eos
    return decoder_input[:, 1:]
