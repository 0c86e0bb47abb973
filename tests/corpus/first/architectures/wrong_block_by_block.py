# wrong: Translator gives decoder block i the output of encoder block i as memory; shows with two or more blocks
import torch
from provided import Block, Embed
from torch import nn


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
        keep = ids != self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep[:, None, :])
        real = keep.unsqueeze(-1)
        mean = (x * real).sum(dim=1) / real.sum(dim=1)
        return self.head(mean)


class LanguageModel(nn.Module):

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        where = torch.arange(ids.size(1), device=ids.device)
        keep = where[None, :] <= where[:, None]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep[None])
        return self.head(x)


class Translator(nn.Module):

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        source_keep = (source != self.pad).unsqueeze(1)
        n = target.shape[1]
        past = torch.tril(torch.ones(n, n, device=target.device)).bool()
        memory, x = self.embed(source), self.embed(target)
        for encoder_block, decoder_block in zip(self.encoder_blocks, self.decoder_blocks):
            memory = encoder_block(memory, source_keep)
            x = decoder_block(x, past, memory, source_keep)
        return self.head(x)
