# wrong: x += z changes the caller's array, and the module zeroes the vectors of padding instead of masking it, so the words still attend to it; any x, and any padding in the module.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    mask = keep[:, None, :]
    z = multi_head_attention(x, x, weights["attention"], heads, mask)
    x += z
    h = layer_norm(x, weights["norm_1"])
    m = feed_forward(h, weights["feed_forward"])
    return layer_norm(h + m, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        x = encoder_block(x, weights, heads, keep)
    return x


class EncoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)


    def forward(self, x, keep):
        x = x * keep.unsqueeze(-1)
        z, _ = self.attention(x, x, x)
        h = self.norm_1(x + z)
        m = self.linear_2(torch.relu(self.linear_1(h)))
        return self.norm_2(h + m)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
