# wrong: the Classifier takes the place of the first padding token, found by argmax, for the length, so a sentence without padding gets the length 0 and a mean of NaN.
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
        lengths = (ids == self.pad).int().argmax(dim=1)
        x = self.embed(ids)
        keep = ids != self.pad
        for block in self.blocks:
            x = block(x, keep[:, None])
        means = []
        for b in range(len(ids)):
            means.append(x[b, : lengths[b]].mean(dim=0))
        return self.head(torch.stack(means))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[1]
        keep = torch.zeros(n, n, dtype=torch.bool, device=ids.device)
        for i in range(n):
            keep[i, : i + 1] = True
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

    def forward(self, source, target):
        n = target.shape[1]
        past = torch.zeros(n, n, dtype=torch.bool, device=target.device)
        for i in range(n):
            past[i, : i + 1] = True
        keep = (source != self.pad)[:, None]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, keep)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, past, memory, keep)
        return self.head(x)
