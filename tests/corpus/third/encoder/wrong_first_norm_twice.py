# wrong: encoder_block uses the weights of norm_1 for both norms; shows as soon as norm_2 has other numbers.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    def add_and_norm(a, b):
        return layer_norm(a + b, weights["norm_1"])

    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    h = add_and_norm(x, z)
    m = feed_forward(h, weights["feed_forward"])
    return add_and_norm(h, m)


def encoder(x, blocks, heads, keep):
    from functools import partial, reduce

    steps = [partial(encoder_block, weights=w, heads=heads, keep=keep) for w in blocks]
    return reduce(lambda h, step: step(h), steps, x)


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
        residual = x
        x, _weights = self.attention(x, x, x, key_padding_mask=~keep)
        x = self.norm_1(residual + x)
        residual = x
        x = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_2(residual + x)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
