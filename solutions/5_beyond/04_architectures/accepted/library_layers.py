"""The library's layers called directly, with the library's masks: True means hide."""

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

    def forward(self, ids):
        padding = ids == self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block.layer(x, src_key_padding_mask=padding)
        x = x.masked_fill(padding.unsqueeze(-1), 0)
        return self.head(x.sum(1) / padding.logical_not().sum(1, keepdim=True))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        future = nn.Transformer.generate_square_subsequent_mask(ids.shape[1], dtype=self.head.weight.dtype)
        x = self.embed(ids)
        for block in self.blocks:
            x = block.layer(x, src_mask=future, is_causal=True)
        return self.head(x)


class Translator(nn.Module):
    def __init__(self, vocabulary, d_model, heads, d_ff, n_blocks, pad):
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        padding = source == self.pad
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block.layer(memory, src_key_padding_mask=padding)
        future = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block.layer(x, memory, tgt_mask=future, memory_key_padding_mask=padding)
        return self.head(x)
