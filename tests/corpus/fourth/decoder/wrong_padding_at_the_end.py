# wrong: DecoderBlock makes the source mask from the number of real words, as if padding stood only at the end.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def add_norm(x, change, weights):
    return layer_norm(x + change, weights)


def look_ahead(n):
    place = torch.arange(n)
    return place[None, :] <= place[:, None]


def decoder_block(x, memory, weights, heads, source_keep):
    def attend(name, queries, words, keep):
        return multi_head_attention(queries, words, weights[name], heads, keep)

    x1 = add_norm(x, attend("self_attention", x, x, look_ahead(x.shape[1])), weights["norm_1"])
    real = torch.as_tensor(source_keep)[:, None].expand(-1, x.shape[1], -1)
    x2 = add_norm(x1, attend("cross_attention", x1, memory, real), weights["norm_2"])
    return add_norm(x2, feed_forward(x2, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for block in blocks:
        x = decoder_block(x, encoder_outputs[-1], block, heads, source_keep)
    return x


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

        lengths = source_keep.sum(dim=1, keepdim=True)
        padding = torch.arange(memory.shape[1]) >= lengths
        future = torch.triu(torch.ones(x.shape[1], x.shape[1]), diagonal=1).bool()
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=future)[0])
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=padding)[0])
        return self.norm_3(x + self.linear_2(self.linear_1(x).relu()))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks))

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
