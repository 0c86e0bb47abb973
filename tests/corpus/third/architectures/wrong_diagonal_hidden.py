# wrong: the LanguageModel hides the diagonal too (tril(-1)): a token sees only the tokens before it, not itself.
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
        real = ids.ne(self.pad)
        x = self.embed(ids)
        for layer in self.blocks:
            x = layer(x, real[:, None])
        pooled = torch.stack([vectors[mask].mean(0) for vectors, mask in zip(x, real)])
        return self.head(pooled)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[1]
        # the next token is predicted from those before it
        before = torch.ones(n, n, device=ids.device).tril(-1).bool()
        x = self.embed(ids)
        for layer in self.blocks:
            x = layer(x, before[None])
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
        real = source.ne(self.pad)[:, None]
        n = target.shape[1]
        causal = torch.ones(n, n, device=target.device).tril().bool()
        x = self.embed(source)
        for layer in self.encoder_blocks:
            x = layer(x, real)
        y = self.embed(target)
        for layer in self.decoder_blocks:
            y = layer(y, causal, x, real)
        return self.head(y)
