# right: helper functions make full (batch, query, key) masks from lengths and positions, functools.reduce runs the blocks, einsum takes the mean.
from functools import reduce

import torch
from provided import Block, Embed
from torch import nn


def run(blocks, x, *rest):
    return reduce(lambda x, block: block(x, *rest), blocks, x)


def seen_keys(ids, pad, n_queries):
    """(batch, query, key): all keys in front of the padding."""
    lengths = ids.ne(pad).sum(1)
    keys = torch.arange(ids.size(1), device=ids.device)
    keep = keys[None, None, :] < lengths[:, None, None]
    return keep.repeat(1, n_queries, 1)


def past_keys(ids):
    batch, n = ids.shape
    where = torch.arange(n, device=ids.device)
    return where.view(1, 1, n).expand(batch, n, n) <= where.view(1, n, 1)


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
        keep = seen_keys(ids, self.pad, ids.size(1))
        x = run(self.blocks, self.embed(ids), keep)
        weights = keep[:, 0].to(x)
        weights = weights / weights.sum(-1, keepdim=True)
        return self.head(torch.einsum("bl,bld->bd", weights, x))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.head(run(self.blocks, self.embed(ids), past_keys(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def encode(self, source):
        return run(self.encoder_blocks, self.embed(source), seen_keys(source, self.pad, source.size(1)))

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        cross = seen_keys(source, self.pad, target.size(1))
        return self.head(run(self.decoder_blocks, self.embed(target), past_keys(target), self.encode(source), cross))
