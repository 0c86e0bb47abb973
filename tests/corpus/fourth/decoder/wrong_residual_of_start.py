# wrong: decoder_block adds the feed-forward part to the x that entered the block.
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    past = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()
    y = layer_norm(x + multi_head_attention(x, x, weights["self_attention"], heads, past), weights["norm_1"])
    y = layer_norm(y + multi_head_attention(y, memory, weights["cross_attention"], heads, source_keep[:, None]), weights["norm_2"])
    y = feed_forward(y, weights["feed_forward"])
    return layer_norm(x + y, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    return reduce(lambda state, block: decoder_block(state, memory, block, heads, source_keep), blocks, x)


class DecoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def forward(self, x, memory, source_keep):

        n = x.shape[1]
        future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        state = x
        for i in range(len(self.blocks)):
            state = self.blocks[i](state, memory, source_keep)
        return state
