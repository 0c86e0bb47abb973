# wrong: LanguageModel hides the diagonal: a token sees the tokens before it, but not itself; shows from the second position on
import torch
from provided import Block, Embed
from torch import nn

ALL = torch.ones(1, 1, 1, dtype=torch.bool)


def without_padding(row, pad):
    return row[row != pad].unsqueeze(0)


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
        results = []
        for row in ids:
            x = self.embed(without_padding(row, self.pad))
            for block in self.blocks:
                x = block(x, ALL)
            results.append(self.head(x[0].mean(dim=0)))
        return torch.stack(results)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        length = ids.shape[1]
        keep = torch.zeros(length, length, dtype=torch.bool)
        for query in range(length):
            keep[query, :query] = True
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
        length = target.shape[1]
        keep = torch.zeros(length, length, dtype=torch.bool)
        for query in range(length):
            keep[query, : query + 1] = True
        results = []
        for b in range(len(source)):
            memory = self.embed(without_padding(source[b], self.pad))
            for block in self.encoder_blocks:
                memory = block(memory, ALL)
            x = self.embed(target[b : b + 1])
            for block in self.decoder_blocks:
                x = block(x, keep, memory, ALL)
            results.append(self.head(x))
        return torch.cat(results)
