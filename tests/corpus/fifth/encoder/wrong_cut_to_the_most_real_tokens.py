# wrong: encoder cuts the columns to the largest number of real tokens; wrong where every sentence has padding in front.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    visible = keep[:, None, :]
    z = multi_head_attention(x, x, weights['attention'], heads, visible)
    x = layer_norm(x + z, weights['norm_1'])
    m = feed_forward(x, weights['feed_forward'])
    return layer_norm(x + m, weights['norm_2'])


def encoder(x, blocks, heads, keep):
    longest = keep.sum(axis=1).max()
    out = np.zeros(x.shape)
    inner, mask = x[:, :longest], keep[:, :longest]
    for weights in blocks:
        inner = encoder_block(inner, weights, heads, mask)
    out[:, :longest] = inner
    return out


class EncoderBlock(nn.Module):

    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)
        x = self.norm_1(x + z)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_2(x + m)


class Encoder(nn.Module):

    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList((EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)))

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
