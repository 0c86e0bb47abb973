# right: Python lists inside a small class, tensors only at the borders.
"""Greedy decoding, one list of words per sentence."""

from itertools import takewhile

import torch


class Sentence:
    def __init__(self, sos):
        self.read = [sos]
        self.over = False

    def take(self, token, eos, pad):
        if self.over:
            self.read.append(pad)
            return
        self.read.append(token)
        self.over = token == eos


def next_token(logits):
    best = []
    for table in logits:
        row = table[-1].tolist()
        best.append(row.index(max(row)))
    return torch.tensor(best, dtype=torch.long)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = torch.tensor([[word != pad for word in row] for row in source.tolist()], dtype=torch.bool)
    memory = model.encode(source, source_keep)
    sentences = [Sentence(sos) for _ in range(source.shape[0])]
    steps = 0
    while steps < max_length and not all(s.over for s in sentences):
        decoder_input = torch.tensor([s.read for s in sentences])
        for s, token in zip(sentences, next_token(model.decode(decoder_input, memory, source_keep)).tolist()):
            s.take(token, eos, pad)
        steps += 1
    return torch.tensor([s.read[1:] for s in sentences], dtype=torch.long)


def trim(ids, eos):
    return [list(takewhile(lambda token: token != eos, row)) for row in ids.tolist()]
