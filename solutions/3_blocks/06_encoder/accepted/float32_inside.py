"""Computes in single precision."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def single(weights):
    return {name: np.asarray(value, np.float32) for name, value in weights.items()}


def encoder_block(x, weights, heads, keep):
    x = np.asarray(x, np.float32)
    x = layer_norm(
        x + multi_head_attention(x, x, single(weights["attention"]), heads, keep[:, None]), single(weights["norm_1"])
    )
    return layer_norm(x + feed_forward(x, single(weights["feed_forward"])), single(weights["norm_2"]))


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        x = encoder_block(x, weights, heads, keep)
    return x


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True, dtype=torch.float32)
        self.norm_1 = nn.LayerNorm(d_model, dtype=torch.float32)
        self.linear_1 = nn.Linear(d_model, d_ff, dtype=torch.float32)
        self.linear_2 = nn.Linear(d_ff, d_model, dtype=torch.float32)
        self.norm_2 = nn.LayerNorm(d_model, dtype=torch.float32)

    def forward(self, x, keep):
        x = x.float()
        x = self.norm_1(x + self.attention(x, x, x, key_padding_mask=~keep)[0])
        return self.norm_2(x + self.linear_2(torch.relu(self.linear_1(x))))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
