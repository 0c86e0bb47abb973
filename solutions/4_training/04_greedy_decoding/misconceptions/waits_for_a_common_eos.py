"""The loop ends only if all sentences say EOS in the same step.

Sentences end at different steps. Collect who has ended so far, finished = finished | (token == eos), and
ask finished.all().
"""

import torch
from solution import next_token


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    target = torch.full((len(source), 1), sos)
    for _ in range(max_length):
        finished = (target == eos).any(dim=1)
        token = torch.where(finished, pad, next_token(model.decode(target, memory, source_keep)))
        target = torch.cat([target, token[:, None]], dim=1)
        if (token == eos).all():
            break
    return target[:, 1:]
