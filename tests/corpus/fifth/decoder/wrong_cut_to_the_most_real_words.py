# wrong: decoder cuts the memory to the largest number of real words; wrong where every source has padding in front.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights['self_attention'], heads, no_future)
    x = layer_norm(x + s, weights['norm_1'])
    c = multi_head_attention(x, memory, weights['cross_attention'], heads, no_padding)
    x = layer_norm(x + c, weights['norm_2'])
    m = feed_forward(x, weights['feed_forward'])
    return layer_norm(x + m, weights['norm_3'])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    longest = source_keep.sum(axis=1).max()
    memory = encoder_outputs[-1][:, :longest]
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep[:, :longest])
    return x


class DecoderBlock(nn.Module):

    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def forward(self, x, memory, source_keep):
        length = x.shape[1]
        no_future = torch.tril(x.new_ones(length, length, dtype=torch.bool))
        s, _ = self.self_attention(x, x, x, attn_mask=~no_future)
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_3(x + m)


class Decoder(nn.Module):

    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList((DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)))

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
