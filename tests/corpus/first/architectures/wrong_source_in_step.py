# wrong: Translator lets target token t see the source only up to place t
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
        real = ids.ne(self.pad)
        mask = real.unsqueeze(1)
        hidden = self.embed(ids)
        for block in self.blocks:
            hidden = block(hidden, mask)
        hidden = hidden.masked_fill(~real.unsqueeze(2), 0.0)
        return self.head(hidden.sum(1) / real.sum(1, keepdim=True))


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
        length = ids.shape[1]
        past = torch.ones(length, length, dtype=torch.bool, device=ids.device).tril()
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, past)
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
        source_keep = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        for block in self.encoder_blocks:
            memory = block(memory, source_keep)
        n, m = target.shape[1], source.shape[1]
        past = torch.ones(n, n, dtype=torch.bool, device=target.device).tril()
        read = torch.ones(n, m, dtype=torch.bool, device=target.device).tril() & source_keep
        x = self.embed(target)
        for block in self.decoder_blocks:
            x = block(x, past, memory, read)
        return self.head(x)
