# wrong: the Classifier multiplies x with a mask made by .float(), a product of float64 and float32 that fails when the model runs in float64.
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
        keep = (ids != self.pad).unsqueeze(1)  # (batch, 1, length)
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep)
        weights = keep.float()
        weights = weights / weights.sum(dim=-1, keepdim=True)
        mean = torch.bmm(weights, x).squeeze(1)
        return self.head(mean)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        length = ids.shape[1]
        future = torch.ones(length, length, device=ids.device).triu(1).bool()
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, ~future)
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
        source_keep = (source != self.pad).unsqueeze(1)
        length = target.shape[1]
        future = torch.ones(length, length, device=target.device).triu(1).bool()
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, source_keep)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, ~future, memory, source_keep)
        return self.head(x)
