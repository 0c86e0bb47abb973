# wrong: the Classifier finds the real tokens with ids > 0 instead of self.pad, so with another padding id it counts the padding and loses the word 0.
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
        keep = ids > 0
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep[:, None, :])
        count = keep.sum(dim=1, keepdim=True)
        total = torch.where(keep[..., None], x, torch.zeros_like(x)).sum(dim=1)
        return self.head(total / count)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        place = torch.arange(ids.shape[1], device=ids.device)
        keep = place[:, None] >= place[None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep)
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
        source_keep = source[:, None, :] != self.pad
        place = torch.arange(target.shape[1], device=target.device)
        target_keep = place[:, None] >= place[None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, source_keep)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, target_keep, memory, source_keep)
        return self.head(x)
