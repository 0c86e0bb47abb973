# right: masks written out to (batch, query, key); the mean is read off a cumulative mean at the last real token.
"""Three architectures from the same blocks."""

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
        real = ids != self.pad
        batch, length = ids.shape
        keep = real.unsqueeze(1).expand(batch, length, length).contiguous()
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep)
        counts = torch.arange(1, length + 1, device=x.device, dtype=x.dtype)
        means = x.cumsum(dim=1) / counts[:, None]
        last = real.sum(dim=1) - 1
        return self.head(means[torch.arange(batch, device=x.device), last])


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        length = ids.shape[1]
        past = ~torch.triu(torch.ones(len(ids), length, length, dtype=torch.bool, device=ids.device), diagonal=1)
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, past)
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
        source_keep = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, source_keep)
        length = target.shape[1]
        rows = torch.arange(length, device=target.device)
        target_keep = (rows[:, None] - rows[None, :] >= 0).repeat(len(target), 1, 1)
        source_keep_for_target = source_keep.repeat(1, length, 1)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, target_keep, memory, source_keep_for_target)
        return self.head(x)
