"""One function for every stack of blocks: the three models only choose masks."""

import torch
from provided import Block, Embed
from torch import nn


def stack(x, blocks, *how):
    return x if not len(blocks) else stack(blocks[0](x, *how), blocks[1:], *how)


def lower_triangle(ids):
    return torch.triu(torch.ones(ids.shape[1], ids.shape[1], dtype=torch.int), 1) == 0


class Classifier(nn.Module):
    def __init__(self, vocabulary, classes, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids):
        real = torch.logical_not(ids == self.pad)
        x = stack(self.embed(ids), self.blocks, real[:, None].repeat(1, ids.shape[1], 1))
        pooled = torch.where(real[..., None], x, 0.0).sum(-2) / real.count_nonzero(1)[:, None]
        return pooled @ self.head.weight.T


class LanguageModel(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        return self.head(stack(self.embed(ids), self.blocks, lower_triangle(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        keep = (source - self.pad).bool()[:, None]
        memory = stack(self.embed(source), self.encoder_blocks, keep)
        return self.head(stack(self.embed(target), self.decoder_blocks, lower_triangle(target), memory, keep))
