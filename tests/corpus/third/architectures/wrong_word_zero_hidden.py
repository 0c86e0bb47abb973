# wrong: the LanguageModel takes id 0 for padding and hides it from all queries, though 0 may be a word.
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
        keep = (ids != self.pad)[:, None, :]
        hidden = self.embed(ids)
        for block in self.blocks:
            hidden = block(hidden, keep)
        weights = keep.to(hidden.dtype)  # (batch, 1, length)
        mean = (weights @ hidden).squeeze(1) / weights.sum(dim=-1)
        return self.head(mean)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        batch, length = ids.shape
        causal = torch.ones(length, length, dtype=torch.bool, device=ids.device).tril()
        not_padding = ids != 0
        keep = causal[None, :, :] & not_padding[:, None, :]
        hidden = self.embed(ids)
        for block in self.blocks:
            hidden = block(hidden, keep)
        return self.head(hidden)


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        length = target.shape[1]
        causal = torch.ones(1, length, length, dtype=torch.bool, device=target.device).tril()
        keep = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, keep)
        hidden = self.embed(target)
        for block in self.decoder_blocks:
            hidden = block(hidden, causal, memory, keep)
        return self.head(hidden)
