# right: functools.reduce over the blocks, helper functions for the masks, an einsum for the mean.
"""Three architectures from the same blocks."""

from functools import reduce

import torch
from provided import Block, Embed
from torch import nn


def visible_keys(ids, pad):
    """bool (batch, 1, key)."""
    return ids.ne(pad).unsqueeze(1)


def past_of(ids):
    """bool (1, query, key)."""
    place = torch.arange(ids.size(1), device=ids.device)
    return place[None, None, :] <= place[None, :, None]


def run(blocks, x, *rest):
    return reduce(lambda y, block: block(y, *rest), blocks, x)


class Classifier(nn.Module):
    def __init__(
        self, vocabulary: int, classes: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int
    ) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        keep = visible_keys(ids, self.pad)
        x = run(self.blocks, self.embed(ids), keep)
        share = keep[:, 0].to(x.dtype)
        share = share / share.sum(dim=-1, keepdim=True)
        return self.head(torch.einsum("bt,btd->bd", share, x))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.head(run(self.blocks, self.embed(ids), past_of(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        keep = visible_keys(source, self.pad)
        memory = run(self.encoder_blocks, self.embed(source), keep)
        return self.head(run(self.decoder_blocks, self.embed(target), past_of(target), memory, keep))
