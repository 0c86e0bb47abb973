"""Single precision; each stack chained with reduce."""

from functools import reduce

import torch
from provided import Block, Embed
from torch import nn


class Classifier(nn.Module):
    def __init__(self, vocabulary, classes, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)
        self.float()

    def forward(self, ids):
        real = ids.ne(self.pad)
        x = reduce(lambda state, block: block(state, real.unsqueeze(1)), self.blocks, self.embed(ids))
        share = real.float() / real.sum(1, keepdim=True)
        return self.head(torch.einsum("bt,btd->bd", share, x))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)
        self.float()

    def forward(self, ids):
        place = torch.arange(ids.shape[1])
        past = place[None, :] <= place[:, None]
        return self.head(reduce(lambda state, block: block(state, past), self.blocks, self.embed(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)
        self.float()

    def forward(self, source, target):
        real = source.ne(self.pad).unsqueeze(1)
        memory = reduce(lambda state, block: block(state, real), self.encoder_blocks, self.embed(source))
        place = torch.arange(target.shape[1])
        past = place[None, :] <= place[:, None]
        return self.head(
            reduce(lambda state, block: block(state, past, memory, real), self.decoder_blocks, self.embed(target))
        )
