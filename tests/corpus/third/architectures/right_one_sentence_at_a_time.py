# right: every sentence runs alone, cut to its real tokens, so that padding never enters a block; the results are stacked.
import torch
from provided import Block, Embed
from torch import nn


def everything(queries: int, keys: int, like: torch.Tensor) -> torch.Tensor:
    return torch.ones(1, queries, keys, dtype=torch.bool, device=like.device)


def without_padding(row: torch.Tensor, pad: int) -> torch.Tensor:
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
        logits = []
        for row in ids:
            words = without_padding(row, self.pad)
            n = words.shape[1]
            x = self.embed(words)
            for block in self.blocks:
                x = block(x, everything(n, n, words))
            logits.append(self.head(x[0].mean(dim=0)))
        return torch.stack(logits)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[1]
        past = torch.tensor([[j <= i for j in range(n)] for i in range(n)], dtype=torch.bool, device=ids.device)
        rows = []
        for row in ids.split(1):
            x = self.embed(row)
            for block in self.blocks:
                x = block(x, past)
            rows.append(self.head(x))
        return torch.cat(rows, dim=0)


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        m = target.shape[1]
        results = []
        for source_row, target_row in zip(source, target):
            words = without_padding(source_row, self.pad)
            n = words.shape[1]
            memory = self.embed(words)
            for block in self.encoder_blocks:
                memory = block(memory, everything(n, n, words))
            x = self.embed(target_row.unsqueeze(0))
            for block in self.decoder_blocks:
                x = block(x, everything(m, m, words).tril(), memory, everything(m, n, words))
            results.append(self.head(x).squeeze(0))
        return torch.stack(results)
