# right: a class of full-size masks, nanmean over the real tokens, language model run prefix by prefix
import torch
from provided import Block, Embed
from torch import nn


class Masks:
    """True means visible."""

    @staticmethod
    def real(ids, pad, queries):
        return torch.logical_not(ids == pad).unsqueeze(1).repeat(1, queries, 1)

    @staticmethod
    def past(ids):
        b, n = ids.shape
        future = torch.triu(torch.full((n, n), True), diagonal=1)
        return (~future).expand(b, n, n)


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
        x = self.embed(ids)
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, Masks.real(ids, self.pad, ids.shape[1]))
        padding = (ids == self.pad)[..., None]
        x = torch.masked_fill(x, padding, float("nan"))
        return self.head(x.nanmean(dim=1))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        columns = []
        for t in range(1, ids.shape[1] + 1):
            x = self.embed(ids[:, :t])
            for block in self.blocks:
                x = block(x, Masks.past(ids[:, :t]))
            columns.append(self.head(x[:, -1]))
        return torch.stack(columns, dim=1)


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        memory, x = self.embed(source), self.embed(target)
        for block in self.encoder_blocks:
            memory = block(memory, Masks.real(source, self.pad, source.shape[1]))
        for block in self.decoder_blocks:
            x = block(
                x,
                keep=Masks.past(target),
                memory=memory,
                memory_keep=Masks.real(source, self.pad, target.shape[1]),
            )
        return torch.einsum("btd,vd->btv", x, self.head.weight)
