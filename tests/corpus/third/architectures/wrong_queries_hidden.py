# wrong: the padding mask has the shape (batch, length, 1), so it hides the rows of the padded queries and real tokens still see the padding.
import torch
from provided import Block, Embed
from torch import nn


def padding_mask(ids, pad):
    return (ids != pad).unsqueeze(-1)


def look_ahead_mask(ids):
    n = ids.size(1)
    return torch.ones((n, n), dtype=torch.bool, device=ids.device).tril()


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
        mask = padding_mask(ids, self.pad)
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, mask)
        x = (x * mask).sum(1) / mask.sum(1)
        return self.head(x)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, look_ahead_mask(ids))
        return self.head(x)


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        mask = padding_mask(source, self.pad)
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, mask)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, look_ahead_mask(target), memory, mask.transpose(1, 2))
        return self.head(x)
