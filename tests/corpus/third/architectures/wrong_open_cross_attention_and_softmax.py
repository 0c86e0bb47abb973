# wrong: two mistakes: the cross-attention of the Translator sees the padding of the source, and the Classifier returns probabilities instead of logits.
import torch
import torch.nn.functional as F
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
            x = block(x, keep[:, None, :])
        x = x * keep[:, :, None]
        x = x.sum(1) / keep.sum(1, keepdim=True)
        return F.softmax(self.head(x), dim=-1)


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids):
        x = self.embed(ids)
        keep = torch.ones(x.shape[1], x.shape[1], device=x.device).tril() == 1
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
        memory = self.embed(source)
        source_keep = (source != self.pad)[:, None, :]
        for block in self.encoder_blocks:
            memory = block(memory, source_keep)
        x = self.embed(target)
        past = torch.ones(x.shape[1], x.shape[1], device=x.device).tril() == 1
        # every target token reads the whole source
        whole = torch.ones(1, target.shape[1], source.shape[1], dtype=torch.bool, device=x.device)
        for block in self.decoder_blocks:
            x = block(x, past, memory, whole)
        return self.head(x)
