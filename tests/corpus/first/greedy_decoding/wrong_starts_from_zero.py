# wrong: next_token starts its search with best score 0, so it returns id 0 for rows where all logits are negative
from itertools import takewhile

import torch
from torch.nn.utils.rnn import pad_sequence


class Translator:
    """Every sentence for itself, after one common call of the encoder."""

    def __init__(self, model, sos, eos, pad):
        self.model = model
        self.sos, self.eos, self.pad = sos, eos, pad

    def run(self, source, max_length):
        keep = source != self.pad
        memory = self.model.encode(source, keep)
        sentences = [self.one(memory[b : b + 1], keep[b : b + 1], max_length) for b in range(source.size(0))]
        return pad_sequence(sentences, batch_first=True, padding_value=self.pad)

    def one(self, memory, keep, max_length):
        tokens = [self.sos]
        while len(tokens) <= max_length:
            logits = self.model.decode(torch.tensor([tokens]), memory, keep)
            tokens.append(next_token(logits).item())
            if tokens[-1] == self.eos:
                break
        return torch.tensor(tokens[1:], dtype=torch.long)


def next_token(logits):
    last = logits[:, -1]
    best = torch.zeros(last.size(0))
    token = torch.zeros(last.size(0), dtype=torch.long)
    for w in range(last.size(1)):
        better = last[:, w] > best
        best = torch.where(better, last[:, w], best)
        token = token.masked_fill(better, w)
    return token


def greedy_decode(model, source, sos, eos, pad, max_length):
    return Translator(model, sos, eos, pad).run(source, max_length)


def trim(ids, eos):
    return [list(takewhile(lambda token: token != eos, row)) for row in ids.tolist()]
