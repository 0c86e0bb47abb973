"""The encoder: blocks that turn a sentence into vectors that carry their context."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def encoder_block(x: np.ndarray, weights: dict, heads: int, keep: np.ndarray) -> np.ndarray:
    """One encoder block: self-attention, add and norm, feed-forward, add and norm.

    x: (batch, position, d_model)
    weights: the weights of the parts, under "attention", "norm_1", "feed_forward" and "norm_2"
    keep: bool (batch, position), True at real tokens, False at padding
    returns (batch, position, d_model); x itself is not changed
    """
    raise NotImplementedError


def encoder(x: np.ndarray, blocks: list[dict], heads: int, keep: np.ndarray) -> np.ndarray:
    """The blocks one after the other, each with its own weights.

    x: (batch, position, d_model)    blocks: the weights of block 0, block 1, ...
    keep: bool (batch, position), True at real tokens
    returns the output of the last block, (batch, position, d_model)
    """
    raise NotImplementedError


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        """x: (batch, position, d_model), keep: bool (batch, position), True at real tokens -> the shape of x.

        self.attention(query, key, value, key_padding_mask=...) returns (output, weights). In its mask, bool
        (batch, key), True means HIDE.
        """
        raise NotImplementedError


class Encoder(nn.Module):
    """A stack of encoder blocks that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        """Make self.blocks: n_blocks blocks, each an EncoderBlock(d_model, heads, d_ff) with its own weights."""
        raise NotImplementedError

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        """x: (batch, position, d_model), keep: bool (batch, position) -> (batch, position, d_model)."""
        raise NotImplementedError
