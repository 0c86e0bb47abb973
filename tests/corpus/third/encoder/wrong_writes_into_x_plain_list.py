# wrong: encoder_block adds the attention's output into the caller's x, and the blocks stand in a Python list where torch does not find their parameters.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    h = x
    h += multi_head_attention(h, h, weights["attention"], heads, keep[:, None, :])
    h = layer_norm(h, weights["norm_1"])
    h += feed_forward(h, weights["feed_forward"])
    return layer_norm(h, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        x = encoder_block(x, weights, heads, keep)
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

    def forward(self, x, keep):
        attended, _ = self.attention(x, x, x, key_padding_mask=~keep)
        h = self.norm_1(x + attended)
        return self.norm_2(h + self.linear_2(self.linear_1(h).clamp_min(0)))


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = [EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)]

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
