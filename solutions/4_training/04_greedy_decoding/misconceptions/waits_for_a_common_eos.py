"""The loop ends only if all sentences reach EOS in the same step.

Sentences end at different steps. Keep track of which have ended so far, finished = finished | (token == eos), and check
finished.all().
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos)
    for _ in range(max_length):
        finished = (decoder_input == eos).any(dim=1)
        token = torch.where(finished, pad, next_token(model.decode(decoder_input, memory, source_keep)))
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        if (token == eos).all():
            break
    return decoder_input[:, 1:]
