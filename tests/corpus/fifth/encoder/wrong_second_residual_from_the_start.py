# wrong: the second addition takes x instead of h, in function and module; any x.
import copy
from functools import partial, reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def _add_and_norm(x, part, norm):
    return norm(x + part(x))


def encoder_block(x, weights, heads, keep):
    mask = keep[:, None, :]
    z = multi_head_attention(x, x, weights["attention"], heads, mask)
    h = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(h, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    return reduce(lambda u, weights: encoder_block(u, weights, heads, keep), blocks, x)


class EncoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)


    def forward(self, x, keep):
        start = x
        x = _add_and_norm(x, lambda u: self.attention(u, u, u, key_padding_mask=keep.logical_not(), need_weights=False)[0], self.norm_1)
        change = nn.Sequential(self.linear_1, nn.ReLU(), self.linear_2)(x)
        return self.norm_2(start + change)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        block = EncoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList(copy.deepcopy(block) for _ in range(n_blocks))

    def forward(self, x, keep):
        return reduce(lambda u, block: block(u, keep), self.blocks, x)
