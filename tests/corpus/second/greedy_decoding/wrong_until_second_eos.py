# wrong: greedy_decode keeps what is predicted after EOS until a second EOS comes; shows when sentences end at different steps
from itertools import takewhile

import torch


def next_token(logits):
    last = logits.select(1, logits.size(1) - 1)
    vocab_size = last.size(1)
    best = last == last.max(dim=1, keepdim=True).values
    ids = torch.arange(vocab_size).expand_as(last)
    return ids.masked_fill(~best, vocab_size).min(dim=1).values


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    read = torch.full_like(source[:, :1], sos)
    while read.size(1) - 1 < max_length and not (read == eos).any(dim=1).all():
        read = torch.hstack([read, next_token(model.decode(read, memory, keep)).unsqueeze(1)])
    written = read[:, 1:]
    over = (written == eos).long().cumsum(dim=1) > 1
    return written.masked_fill(over, pad)


def trim(ids, eos):
    return [list(takewhile(lambda token: token != eos, row)) for row in ids.tolist()]
