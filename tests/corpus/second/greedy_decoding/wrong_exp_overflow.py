# wrong: next_token takes the exp of raw logits, which overflows to nan; shows when several logits are over 88 (float32) or all under -104
from itertools import takewhile

import torch


def next_token(logits):
    weights = logits.select(1, logits.size(1) - 1).exp()
    probabilities = weights / weights.sum(dim=1, keepdim=True)
    return probabilities.argmax(dim=1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    read = torch.full_like(source[:, :1], sos)
    while read.size(1) - 1 < max_length and not (read == eos).any(dim=1).all():
        read = torch.hstack([read, next_token(model.decode(read, memory, keep)).unsqueeze(1)])
    written = read[:, 1:]
    ends = (written == eos).long()
    over = ends.cumsum(dim=1) - ends > 0
    return written.masked_fill(over, pad)


def trim(ids, eos):
    return [list(takewhile(lambda token: token != eos, row)) for row in ids.tolist()]
