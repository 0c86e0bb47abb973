"""The encoder: blocks that turn a sentence into vectors which know their context."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x: np.ndarray, weights: dict, heads: int, keep: np.ndarray) -> np.ndarray:
    """One encoder block.  x: (batch, position, d_model); keep: bool (batch, position), True at real tokens."""
    visible = keep[:, None, :]  # (batch, 1, key): hidden from all queries alike
    # The tokens exchange what they know. Queries, keys and values are all made of x.
    z = multi_head_attention(x, x, weights["attention"], heads, visible)  # (batch, position, d_model)
    x = layer_norm(x + z, weights["norm_1"])  # add, then norm
    # Each token thinks about what it has heard, for itself.
    m = feed_forward(x, weights["feed_forward"])  # (batch, position, d_model)
    return layer_norm(x + m, weights["norm_2"])  # added to what the feed-forward part was given


def encoder(x: np.ndarray, blocks: list[dict], heads: int, keep: np.ndarray) -> np.ndarray:
    """N blocks.  x: (batch, position, d_model); blocks: the weights of each block."""
    for weights in blocks:
        x = encoder_block(x, weights, heads, keep)  # a block's output is the next block's input
    return x


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
        """x: (batch, position, d_model); keep: bool (batch, position), True at real tokens."""
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)  # the library's True means hide
        x = self.norm_1(x + z)
        m = self.linear_2(torch.relu(self.linear_1(x)))  # d_model -> d_ff -> d_model
        return self.norm_2(x + m)


class Encoder(nn.Module):
    """A stack of encoder blocks that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        # A ModuleList registers its blocks, so that they are trained, saved and moved with the encoder.
        self.blocks = nn.ModuleList(EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks))

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        """x: (batch, position, d_model); keep: bool (batch, position), True at real tokens."""
        for block in self.blocks:
            x = block(x, keep)
        return x
