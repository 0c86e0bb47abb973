# right: a common base class that runs a stack; padding rows blind on purpose in the Classifier, whose lines nobody reads
import torch
from provided import Block, Embed
from torch import nn


class Stacked(nn.Module):
    @staticmethod
    def run(blocks: nn.ModuleList, x: torch.Tensor, *masks_and_memory: torch.Tensor) -> torch.Tensor:
        for block in blocks:
            x = block(x, *masks_and_memory)
        return x

    @staticmethod
    def past(ids: torch.Tensor) -> torch.Tensor:
        length = ids.shape[-1]
        return torch.tril(torch.full((1, length, length), True, device=ids.device))


class Classifier(Stacked):
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
        x = self.run(self.blocks, self.embed(ids), real[:, :, None] & real[:, None, :])
        x = torch.where(real[:, :, None], x, torch.nan)
        return self.head(x.nanmean(dim=1))


class LanguageModel(Stacked):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.head(self.run(self.blocks, self.embed(ids), self.past(ids)))


class Translator(Stacked):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def encode(self, source: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        real = (source != self.pad).unsqueeze(-2)
        return self.run(self.encoder_blocks, self.embed(source), real), real

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        memory, real = self.encode(source)
        return self.head(self.run(self.decoder_blocks, self.embed(target), self.past(target), memory, real))
