"""Three architectures from the same blocks: what tells them apart is who sees whom, and what is read off at the end."""

import torch
from provided import Block, Embed
from torch import nn


class Classifier(nn.Module):
    """Encoder-only, as BERT: reads a text and says of which class it is."""

    def __init__(
        self, vocabulary: int, classes: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int
    ) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, length) -> logits (batch, classes)."""
        real = ids != self.pad  # (batch, length)
        seen = real[:, None, :]  # (batch, 1, key): every token sees the whole sentence, before and after
        x = self.embed(ids)  # (batch, length, d_model)
        for block in self.blocks:
            x = block(x, seen)
        # One vector a sentence: the mean over its real tokens.
        total = (x * real[:, :, None]).sum(dim=1)  # (batch, d_model)
        mean = total / real.sum(dim=1, keepdim=True)
        return self.head(mean)  # (batch, classes)


class LanguageModel(nn.Module):
    """Decoder-only, as GPT: says at every position which token comes next."""

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, length) -> logits (batch, length, vocabulary)."""
        # The same blocks: only the mask is another one. Padding at the end is in the future, and hidden with it.
        length = ids.shape[1]
        x = self.embed(ids)  # (batch, length, d_model)
        past = x.new_ones(length, length, dtype=torch.bool).tril()  # (query, key), on the device of x
        for block in self.blocks:
            x = block(x, past)
        return self.head(x)  # (batch, length, vocabulary): every position predicts its next token


class Translator(nn.Module):
    """Encoder-decoder, as T5 and the first Transformer: reads a source, and says at every position of the target what
    comes next."""

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """source: (batch, source); target: (batch, target) -> logits (batch, target, vocabulary)."""
        # The encoder reads the whole source.
        seen = (source != self.pad)[:, None, :]  # (batch, 1, source)
        memory = self.embed(source)  # (batch, source, d_model)
        for block in self.encoder_blocks:
            memory = block(memory, seen)

        # The decoder sees its own past, and in every block the finished memory.
        length = target.shape[1]
        x = self.embed(target)  # (batch, target, d_model)
        past = x.new_ones(length, length, dtype=torch.bool).tril()  # (query, key)
        for block in self.decoder_blocks:
            x = block(x, past, memory, seen)
        return self.head(x)  # (batch, target, vocabulary)
