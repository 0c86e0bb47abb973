# wrong: the cross-attention of the Translator lets target token i read only the source tokens up to place i, instead of all real source tokens.
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
        keep = ids != self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep[:, None])
        mean = torch.nanmean(x.masked_fill(~keep[..., None], torch.nan), dim=1)
        return self.head(mean)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[1]
        keep = torch.ones((n, n), dtype=torch.bool, device=ids.device).tril_()
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
        n, m = source.shape[1], target.shape[1]
        real = source != self.pad
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, real[:, None])
        own = torch.ones((m, m), dtype=torch.bool, device=target.device).tril_()
        cross = torch.ones((m, n), dtype=torch.bool, device=target.device).tril_() & real[:, None]
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, own, memory, cross)
        return self.head(x)
