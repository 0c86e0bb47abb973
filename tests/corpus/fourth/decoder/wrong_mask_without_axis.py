# wrong: the source mask is used as (batch, source) where pairs are needed; right for a batch of one, wrong or failing for more sentences.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    size = x.shape[1]
    keep = np.tri(size, dtype=bool)
    x = layer_norm(x + multi_head_attention(x, x, weights["self_attention"], heads, keep), weights["norm_1"])
    x = layer_norm(x + multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep), weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        x = decoder_block(x, encoder_outputs[-1], weights, heads, source_keep)
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

        hidden_pairs = torch.full((x.size(1), x.size(1)), True).triu(diagonal=1)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=hidden_pairs, need_weights=False)[0])
        padding = source_keep.logical_not()
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=padding, need_weights=False)[0])
        hidden = self.linear_1(x).clamp(min=0)
        return self.norm_3(x + self.linear_2(hidden))


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
