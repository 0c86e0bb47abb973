"""The parts of all three architectures: embeddings with positions, and a block, on the library's layers."""

import torch
from torch import nn


class Embed(nn.Module):
    """Token ids to vectors: one learned vector for the token, one for its position, added."""

    def __init__(self, vocabulary: int, d_model: int, longest: int = 32) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, d_model)
        self.places = nn.Embedding(longest, d_model)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (batch, length) -> (batch, length, d_model)."""
        return self.tokens(ids) + self.places(torch.arange(ids.shape[1], device=ids.device))


class Block(nn.Module):
    """Self-attention and feed-forward; with reads_memory also cross-attention between the two.

    The mask decides who sees whom: the block itself is neither an encoder's nor a decoder's.
    """

    def __init__(self, d_model: int, heads: int, d_ff: int, reads_memory: bool = False) -> None:
        super().__init__()
        kind = nn.TransformerDecoderLayer if reads_memory else nn.TransformerEncoderLayer
        self.layer = kind(d_model, heads, d_ff, dropout=0.0, batch_first=True, bias=False)
        self.heads = heads

    def forward(
        self,
        x: torch.Tensor,
        keep: torch.Tensor,
        memory: torch.Tensor | None = None,
        memory_keep: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """x: (batch, length, d_model) -> the same shape.

        keep: bool, broadcasts to (batch, query, key); True where a token of x may see a token of x
        memory: (batch, source, d_model), only for a block made with reads_memory=True
        memory_keep: bool, broadcasts to (batch, query, source); True where a token of x may see one of memory
        """
        hidden = self._hidden(keep, x, x)
        if isinstance(self.layer, nn.TransformerEncoderLayer):
            if memory is not None:
                raise ValueError("this block reads no memory; make it with reads_memory=True")
            return self.layer(x, src_mask=hidden)
        if memory is None or memory_keep is None:
            raise ValueError("this block reads a memory: call block(x, keep, memory, memory_keep)")
        return self.layer(x, memory, tgt_mask=hidden, memory_mask=self._hidden(memory_keep, x, memory))

    def _hidden(self, keep: torch.Tensor, asks: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        """The library's mask: True means hide, one for each sentence and head. A blind query sees all instead."""
        if keep.dtype != torch.bool:
            raise TypeError(f"a mask must be boolean, True where a token may be seen; it is {keep.dtype}")
        pairs = (len(asks), asks.shape[1], answers.shape[1])
        try:
            keep = keep.expand(pairs)
        except RuntimeError:
            found = tuple(keep.shape)
            raise ValueError(
                f"the mask has shape {found}; it must broadcast to (batch, query, key) = {pairs}"
            ) from None
        hidden = ~keep & keep.any(-1, keepdim=True)
        return hidden.repeat_interleave(self.heads, 0)
