# wrong: LanguageModel applies the look-ahead mask in the first block only; shows with two or more blocks
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
        """ids: (batch, length), filled up with self.pad at the end -> logits (batch, classes).

        Every token sees all real tokens. The head gets one vector a sentence: the mean over its real tokens.
        """
        keep = ids != self.pad
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep[:, None, :])
        real = keep.unsqueeze(-1)
        mean = (x * real).sum(dim=1) / real.sum(dim=1)
        return self.head(mean)


class LanguageModel(nn.Module):
    """Decoder-only, as GPT: says at every place which token comes next."""

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, length) -> logits (batch, length, vocabulary).

        A token sees itself and the tokens before it.
        """
        batch, length = ids.shape
        everything = torch.ones(length, length, dtype=torch.bool, device=ids.device)
        keep = everything.tril()
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, keep)
            keep = everything
        return self.head(x)


class Translator(nn.Module):
    """Encoder-decoder, as T5 and the first Transformer: reads a source, and says at every place of the target what
    comes next."""

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """source: (batch, source), target: (batch, target) -> logits (batch, target, vocabulary).

        The source is filled up with self.pad at the end. Source and target share the embeddings. Source tokens see all
        real source tokens. A target token sees itself, the target tokens before it, and all real source tokens, as the
        last encoder block left them.
        """
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
