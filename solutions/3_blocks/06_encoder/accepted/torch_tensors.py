"""Tensors all the way, and the blocks chained with reduce."""

from functools import reduce

import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    x, keep = torch.as_tensor(x), torch.as_tensor(keep)
    attended = multi_head_attention(x, x, weights["attention"], heads, keep.unsqueeze(1))
    middle = layer_norm(torch.add(x, attended), weights["norm_1"])
    return layer_norm(middle + feed_forward(middle, weights["feed_forward"]), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    return reduce(lambda state, weights: encoder_block(state, weights, heads, keep), blocks, torch.as_tensor(x))


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        hidden = torch.zeros(keep.shape, dtype=x.dtype).masked_fill(keep.logical_not(), float("-inf"))
        attended = self.attention(x, x, x, key_padding_mask=hidden, need_weights=False)[0]
        middle = self.norm_1(attended + x)
        return self.norm_2(self.linear_2(self.linear_1(middle).clamp(min=0)) + middle)


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.Sequential(*[EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, keep):
        return reduce(lambda state, block: block(state, keep), self.blocks, x)
