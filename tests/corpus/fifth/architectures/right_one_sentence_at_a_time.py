# right: every sentence by itself, with its padding cut off; no padding mask is needed.
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
        logits = []
        for row in ids:
            words = row[row != self.pad]
            x = self.embed(words[None])
            everything = torch.ones(1, len(words), len(words), dtype=torch.bool)
            for block in self.blocks:
                x = block(x, everything)
            logits.append(self.head(x[0].mean(dim=0)))
        return torch.stack(logits)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        length = ids.shape[1]
        past = torch.ones(length, length, dtype=torch.bool, device=ids.device).tril()
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
        length = target.shape[1]
        past = torch.ones(1, length, length, dtype=torch.bool).tril()
        logits = []
        for s, t in zip(source, target):
            words = s[s != self.pad]
            memory = self.embed(words[None])
            for block in self.encoder_blocks:
                memory = block(memory, torch.ones(1, 1, len(words), dtype=torch.bool))
            x = self.embed(t[None])
            for block in self.decoder_blocks:
                x = block(x, past, memory, torch.ones(1, length, len(words), dtype=torch.bool))
            logits.append(self.head(x)[0])
        return torch.stack(logits)
