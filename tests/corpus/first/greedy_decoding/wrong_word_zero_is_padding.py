# wrong: trim also throws away zeros, as if padding were always 0; shows when 0 is the id of a word
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
    last = logits.select(1, logits.size(1) - 1)
    largest = last.amax(dim=-1, keepdim=True)
    ids = torch.arange(last.size(-1)).expand_as(last)
    return ids.masked_fill(last != largest, last.size(-1)).amin(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    return Translator(model, sos, eos, pad).run(source, max_length)


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        words = takewhile(lambda token: token != eos, row)
        sentences.append([token for token in words if token])
    return sentences
