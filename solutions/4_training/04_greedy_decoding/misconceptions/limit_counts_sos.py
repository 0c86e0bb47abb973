"""One token too few is said at the length limit: SOS is counted as one of them.

max_length is the number of tokens to say. SOS is given, not said: target may grow to max_length + 1.
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    target = torch.full((len(source), 1), sos)
    finished = torch.zeros(len(source), dtype=torch.bool)
    while target.shape[1] < max_length and not finished.all():
        token = torch.where(finished, pad, next_token(model.decode(target, memory, source_keep)))
        target = torch.cat([target, token[:, None]], dim=1)
        finished |= token == eos
    return target[:, 1:]
