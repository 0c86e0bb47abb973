# wrong: the LanguageModel builds its look-ahead mask in the first call and keeps it, so a later call with a longer sentence fails.
import torch
from provided import Block, Embed
from torch import nn


def look_ahead(length, device):
    return torch.tril(torch.ones(1, length, length, dtype=torch.bool, device=device))


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
        visible = ids != self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, visible[:, None, :])
        x = x.where(visible[:, :, None], x.new_zeros(()))
        return self.head(x.sum(dim=1) / visible.sum(dim=1, keepdim=True).to(x.dtype))


class LanguageModel(nn.Module):
    mask = None

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        length = ids.shape[1]
        if self.mask is None:  # the same for all batches
            self.mask = look_ahead(length, ids.device)
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, self.mask[:, :length, :length])
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
        visible = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, visible)
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, look_ahead(target.shape[1], target.device), memory, visible)
        return self.head(x)
