"""Loops: one sentence after the other without its padding, and for every place the tokens so far."""

import torch
from provided import Block, Embed
from torch import nn

ALL = torch.ones(1, 1, 1, dtype=torch.bool)


def run(blocks, x, *memory):
    for block in blocks:
        x = block(x, ALL, *memory)
    return x


def run_causally(blocks, x, *memory):
    """In every block each place asks with only the places so far at hand."""
    for block in blocks:
        x = torch.cat([block(x[:, : n + 1], ALL, *memory)[:, -1:] for n in range(x.shape[1])], dim=1)
    return x


class Classifier(nn.Module):
    def __init__(self, vocabulary, classes, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids):
        sentences = [row[row != self.pad][None] for row in ids]
        return torch.cat([self.head(run(self.blocks, self.embed(sentence)).mean(1)) for sentence in sentences])


class LanguageModel(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        return self.head(run_causally(self.blocks, self.embed(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        logits = []
        for words, said in zip(source, target, strict=True):
            memory = run(self.encoder_blocks, self.embed(words[words != self.pad][None]))
            logits.append(self.head(run_causally(self.decoder_blocks, self.embed(said[None]), memory, ALL)))
        return torch.cat(logits)
