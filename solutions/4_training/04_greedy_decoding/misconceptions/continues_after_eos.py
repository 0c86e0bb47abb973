"""Sentences that have reached their EOS continue.

A batch ends with its longest sentence, but each one ends at its own EOS. Keep track of which are finished, and put
pad in the place of what the model predicts for them.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos)
    finished = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(decoder_input, memory, source_keep))
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        finished |= token == eos
        if finished.all():
            break
    return decoder_input[:, 1:]
