# wrong: the Translator runs its encoder under torch.no_grad(), so the values are right but the encoder gets no gradients and cannot learn.
import torch
from provided import Block, Embed
from torch import nn


class Stack:
    """Runs x through blocks."""

    def __init__(self, blocks, *masks_and_memory):
        self.blocks = blocks
        self.rest = masks_and_memory

    def __call__(self, x):
        for block in self.blocks:
            x = block(x, *self.rest)
        return x


def causal(ids):
    n = ids.shape[1]
    return torch.ones(n, n, dtype=torch.bool, device=ids.device).tril().unsqueeze(0)


def real(ids, pad):
    return (ids != pad).unsqueeze(1)


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
        keep = real(ids, self.pad)
        x = Stack(self.blocks, keep)(self.embed(ids))
        keep = keep.transpose(1, 2)
        return self.head(x.masked_fill(~keep, 0).sum(1) / keep.sum(1))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        return self.head(Stack(self.blocks, causal(ids))(self.embed(ids)))


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    @torch.no_grad()
    def encode(self, source):
        return Stack(self.encoder_blocks, real(source, self.pad))(self.embed(source))

    def forward(self, source, target):
        memory = self.encode(source)
        x = Stack(self.decoder_blocks, causal(target), memory, real(source, self.pad))(self.embed(target))
        return self.head(x)
