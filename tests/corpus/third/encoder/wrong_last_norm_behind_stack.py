# wrong: Encoder has one more norm behind the last block, as pre-norm models do; shows when the last block's norm_2 has weights other than 1 and 0.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def add_norm(x, change, weights):
    return layer_norm(x + change, weights)


def encoder_block(x, weights, heads, keep):
    seen = keep[:, None, :]
    x = add_norm(x, multi_head_attention(x, x, weights["attention"], heads, seen), weights["norm_1"])
    return add_norm(x, feed_forward(x, weights["feed_forward"]), weights["norm_2"])


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
        x = self.norm_1(x + self.attention(x, x, x, key_padding_mask=~keep, need_weights=False)[0])
        x = self.norm_2(x + self.linear_2(torch.relu(self.linear_1(x))))
        return x


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return self.norm(x)
