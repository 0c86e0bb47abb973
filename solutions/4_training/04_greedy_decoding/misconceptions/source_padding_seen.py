"""The padding of the source is not hidden, so an answer depends on the neighbours in the batch.

source_keep must be False at padding: source != pad. Otherwise a short sentence next to a long one is read
together with its padding.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = torch.ones(source.shape, dtype=torch.bool)
    memory = model.encode(source, source_keep)
    target = torch.full((len(source), 1), sos)
    finished = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        token = torch.where(finished, pad, next_token(model.decode(target, memory, source_keep)))
        target = torch.cat([target, token[:, None]], dim=1)
        finished |= token == eos
        if finished.all():
            break
    return target[:, 1:]
