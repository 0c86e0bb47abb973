# right: writes into a table of padding made beforehand, and cuts it to the longest sentence.
"""Greedy decoding into a table that is full of padding at the start."""

import torch


def next_token(logits):
    return torch.argmax(logits.select(1, logits.size(1) - 1), dim=1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    batch = source.size(0)
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    table = torch.full((batch, 1 + max_length), pad, dtype=torch.int64)
    table[:, 0] = sos
    active = torch.ones(batch, dtype=torch.bool)
    used = 1
    while used <= max_length and bool(active.any()):
        token = next_token(model.decode(table[:, :used].clone(), memory, keep))
        table[active, used] = token[active]
        active &= token != eos
        used += 1
    return table[:, 1:used].clone()


def trim(ids, eos):
    before = (ids == eos).long().cumsum(dim=1) == 0
    return [row[mask].tolist() for row, mask in zip(ids, before)]
