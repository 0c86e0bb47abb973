# wrong: Translator keeps the memory of the last call and uses it again for a source of the same shape; second call with another source
from functools import reduce

import torch
from provided import Block, Embed
from torch import nn


def run(blocks, x, *masks):
    return reduce(lambda h, block: block(h, *masks), blocks, x)


def look_back(ids):
    place = torch.arange(ids.shape[1])
    return place[None, :, None] >= place[None, None, :]


def real_keys(ids, pad):
    return ids.ne(pad).unsqueeze(1)


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
        x = run(self.blocks, self.embed(ids), real_keys(ids, self.pad))
        share = ids.ne(self.pad).to(x.dtype)
        share = share / share.sum(dim=1, keepdim=True)
        return self.head(torch.einsum("bl,bld->bd", share, x))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.head(run(self.blocks, self.embed(ids), look_back(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def encode(self, source):
        last = getattr(self, "_last", None)
        if last is None or last[0] != source.shape:
            memory = run(self.encoder_blocks, self.embed(source), real_keys(source, self.pad))
            self._last = (source.shape, memory)
        return self._last[1]

    def decode(self, target, memory, memory_keep):
        return self.head(run(self.decoder_blocks, self.embed(target), look_back(target), memory, memory_keep))

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        return self.decode(target, self.encode(source), real_keys(source, self.pad))
