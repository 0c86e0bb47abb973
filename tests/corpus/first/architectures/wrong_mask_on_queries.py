# wrong: Classifier puts the padding mask on the queries, not on the keys: real tokens see padding
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
        real = ids != self.pad
        keep = real[:, :, None].expand(-1, -1, ids.shape[1])
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep)
        lengths = real.sum(dim=1, keepdim=True)
        return self.head((x * real[:, :, None]).sum(dim=1) / lengths)


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
        keep = source.ne(self.pad).unsqueeze(1)
        memory = self.embed(source)
        for encoder_block in self.encoder_blocks:
            memory = encoder_block(memory, keep)

        n = target.size(1)
        future = torch.triu(torch.ones(n, n, device=target.device), diagonal=1).bool()
        x = self.embed(target)
        for decoder_block in self.decoder_blocks:
            x = decoder_block(x, ~future, memory, keep)
        return self.head(x)
