# right: masks filled cell by cell from the lengths, the mean of each sentence by slicing
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
        lengths = [int((row != self.pad).sum()) for row in ids]
        keep = torch.zeros(len(ids), 1, ids.shape[1], dtype=torch.bool, device=ids.device)
        for b, n in enumerate(lengths):
            keep[b, :, :n] = True
        x = self.embed(ids)
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, keep)
        means = [x[b, :n].mean(dim=0) for b, n in enumerate(lengths)]
        return self.head(torch.stack(means))


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
        n = ids.shape[1]
        keep = torch.tensor([[j <= i for j in range(n)] for i in range(n)], device=ids.device)
        x = self.embed(ids)
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, keep)
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
        keep = torch.stack([row != self.pad for row in source])[:, None]
        n = target.shape[1]
        past = torch.tensor([[j <= i for j in range(n)] for i in range(n)], device=target.device)
        memory, x = self.embed(source), self.embed(target)
        for i in range(len(self.encoder_blocks)):
            memory = self.encoder_blocks[i](memory, keep)
        for i in range(len(self.decoder_blocks)):
            x = self.decoder_blocks[i](x, past, memory, keep)
        return self.head(x)
