# wrong: two mistakes: the Classifier divides by the length with the padding instead of the number of real tokens, and the LanguageModel returns the last position alone.
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

    def forward(self, ids):
        mask = ids != self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, mask.unsqueeze(1))
        x = x.masked_fill(~mask.unsqueeze(-1), 0.0)
        return self.head(x.mean(dim=1))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[1]
        mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=ids.device))
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, mask)
        return self.head(x[:, -1])  # the next token


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        source_mask = (source != self.pad).unsqueeze(1)
        n = target.shape[1]
        target_mask = torch.tril(torch.ones(n, n, dtype=torch.bool, device=target.device))
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, source_mask)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, target_mask, memory, source_mask)
        return self.head(x)
