# wrong: the block adds into the caller's array x
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    x += multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    h = layer_norm(x, weights["norm_1"])
    h = h + feed_forward(h, weights["feed_forward"])
    return layer_norm(h, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    states = [x]
    for number in range(len(blocks)):
        states.append(encoder_block(states[-1], blocks[number], heads, keep))
    return states[-1]


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        attended = self.attention(x, x, x, key_padding_mask=keep.logical_not(), need_weights=False)[0]
        hidden = self.norm_1(attended.add(x))
        return self.norm_2(self.linear_2(F.relu(self.linear_1(hidden))).add(hidden))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        for number in range(len(self.blocks)):
            x = self.blocks[number](x, keep)
        return x
