"""Three architectures from the same blocks: they differ in who sees whom, and in what the head reads."""

import torch
from provided import Block, Embed
from torch import nn


class Classifier(nn.Module):
    """Encoder-only, like BERT: reads a text and predicts its class."""

    def __init__(
        self, vocabulary: int, classes: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int
    ) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, classes, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, length), padded with self.pad at the end -> logits (batch, classes).

        Every token sees all real tokens. The head gets one vector per sentence: the mean over its real tokens.
        """
        raise NotImplementedError


class LanguageModel(nn.Module):
    """Decoder-only, like GPT: predicts at every position which token comes next."""

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.embed = Embed(vocabulary, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, length) -> logits (batch, length, vocabulary).

        A token sees itself and the tokens before it.
        """
        raise NotImplementedError


class Translator(nn.Module):
    """Encoder-decoder, like T5 and the original Transformer: reads a source, and predicts at every position of the
    target what comes next."""

    def __init__(self, vocabulary: int, d_model: int, heads: int, d_ff: int, n_blocks: int, pad: int) -> None:
        super().__init__()
        self.pad = pad
        self.embed = Embed(vocabulary, d_model)
        self.encoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff) for _ in range(n_blocks))
        self.decoder_blocks = nn.ModuleList(Block(d_model, heads, d_ff, reads_memory=True) for _ in range(n_blocks))
        self.head = nn.Linear(d_model, vocabulary, bias=False)

    def forward(self, source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """source: (batch, source), target: (batch, target) -> logits (batch, target, vocabulary).

        The source is padded with self.pad at the end. Source and target share the embeddings. Source tokens see all
        real source tokens. A target token sees itself, the target tokens before it, and all real source tokens, as the
        last encoder block left them.
        """
        raise NotImplementedError
