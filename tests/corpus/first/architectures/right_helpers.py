# right: shared mask helpers and functools.reduce; the head before the mean; masks written out in full
import torch
from provided import Block, Embed
from torch import nn
from functools import reduce


def everything_real(ids, pad, queries):
    return (ids != pad)[:, None, :].expand(-1, queries, -1)


def look_back(ids):
    batch, length = ids.shape
    return torch.ones(batch, length, length, dtype=torch.bool, device=ids.device).tril()


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
        pairs = everything_real(ids, self.pad, ids.shape[1])
        x = reduce(lambda x, block: block(x, pairs), self.blocks, self.embed(ids))
        share = (ids != self.pad).to(x.dtype)
        share = share / share.sum(dim=1, keepdim=True)
        return torch.einsum("bt,btc->bc", share, self.head(x))


class LanguageModel(nn.Module):

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = reduce(lambda x, block: block(x, look_back(ids)), self.blocks, self.embed(ids))
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
        seen = everything_real(source, self.pad, source.shape[1])
        memory = reduce(lambda x, block: block(x, seen), self.encoder_blocks, self.embed(source))
        across = everything_real(source, self.pad, target.shape[1])
        past = look_back(target)
        x = reduce(lambda x, block: block(x, past, memory, across), self.decoder_blocks, self.embed(target))
        return self.head(x)
