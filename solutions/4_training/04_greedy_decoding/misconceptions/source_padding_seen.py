"""The padding of the source is not hidden, so the result depends on the neighbours in the batch.

source_keep must be False at padding: source != pad. Otherwise a short sentence next to a long one is read together with
its padding.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = torch.ones(source.shape, dtype=torch.bool)
    memory = model.encode(source, source_keep)
    decoder_input = torch.full((len(source), 1), sos)
    finished = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        token = torch.where(finished, pad, next_token(model.decode(decoder_input, memory, source_keep)))
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        finished |= token == eos
        if finished.all():
            break
    return decoder_input[:, 1:]
