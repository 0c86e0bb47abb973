# wrong: decoder block i reads the output of encoder block i instead of that of the last encoder block, which shows with two blocks or more.
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
        is_word = ids != self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, is_word[:, None, :])
        number = is_word.sum(dim=1)[:, None]
        x = torch.einsum("bnd,bn->bd", x, is_word.type_as(x)) / number
        return self.head(x)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[-1]
        i, j = torch.meshgrid(torch.arange(n), torch.arange(n), indexing="ij")
        keep = (j <= i).to(ids.device)
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
        n = target.shape[-1]
        i, j = torch.meshgrid(torch.arange(n), torch.arange(n), indexing="ij")
        past = (j <= i).to(target.device)
        is_word = (source != self.pad)[:, None, :]
        memory, x = self.embed(source), self.embed(target)
        for encoder_block, decoder_block in zip(self.encoder_blocks, self.decoder_blocks):
            memory = encoder_block(memory, is_word)
            x = decoder_block(x, past, memory, is_word)
        return self.head(x)
