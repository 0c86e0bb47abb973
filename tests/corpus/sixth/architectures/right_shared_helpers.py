# right: helpers for the masks and for running a stack, mean by a product with weights.
import torch
from provided import Block, Embed
from torch import nn


def _past(ids):
    place = torch.arange(ids.shape[1], device=ids.device)
    return (place[None, :] <= place[:, None]).expand(len(ids), -1, -1)


def _run(blocks, x, *others):
    for block in blocks:
        x = block(x, *others)
    return x


class Classifier(nn.Module):
    def __init__(
        self, vocabulary: int, classes: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int
    ) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids):
        real = ids.ne(self.pad).unsqueeze(1)
        x = _run(self.blocks, self.embed(ids), real.expand(-1, ids.shape[1], -1))
        share = real.to(x.dtype) / real.sum(dim=-1, keepdim=True)
        return self.head(torch.bmm(share, x).squeeze(1))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        return self.head(_run(self.blocks, self.embed(ids), _past(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        real = source.ne(self.pad).unsqueeze(1)
        memory = _run(self.encoder_blocks, self.embed(source), real)
        return self.head(_run(self.decoder_blocks, self.embed(target), _past(target), memory, real))
