# wrong: Classifier has no padding mask in the blocks and averages padding too; LanguageModel returns log-probabilities, not logits
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
        x = self.embed(ids)
        keep = torch.ones(1, ids.shape[1], ids.shape[1], dtype=torch.bool)
        for block in self.blocks:
            x = block(x, keep)
        return self.head(x.mean(dim=1))


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        n = ids.shape[1]
        past = torch.ones(n, n, dtype=torch.bool).tril()
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, past)
        return torch.log_softmax(self.head(x), dim=-1)


class Translator(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source, target):
        source_keep = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, source_keep)
        n = target.shape[1]
        past = torch.ones(n, n, dtype=torch.bool).tril()
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, past, memory, source_keep)
        return self.head(x)
