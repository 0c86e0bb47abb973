# wrong: Decoder holds the same block n times, so all blocks share their weights.
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    past = np.tril(np.ones((x.shape[1], x.shape[1]), dtype=bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, past)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x = layer_norm(x + c, weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])


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

        hidden_pairs = torch.full((x.size(1), x.size(1)), True).triu(diagonal=1)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=hidden_pairs, need_weights=False)[0])
        padding = source_keep.logical_not()
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=padding, need_weights=False)[0])
        hidden = self.linear_1(x).clamp(min=0)
        return self.norm_3(x + self.linear_2(hidden))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff)] * n_blocks)

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
