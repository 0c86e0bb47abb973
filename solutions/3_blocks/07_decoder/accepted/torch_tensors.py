"""Tensors all the way, and the blocks chained with reduce."""

from functools import reduce

import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    x, memory = torch.as_tensor(x), torch.as_tensor(memory)
    position = torch.arange(x.shape[1])
    past = position[None, :] <= position[:, None]
    said = multi_head_attention(x, x, weights["self_attention"], heads, past)
    x = layer_norm(torch.add(x, said), weights["norm_1"])
    read = multi_head_attention(x, memory, weights["cross_attention"], heads, torch.as_tensor(source_keep).unsqueeze(1))
    x = layer_norm(torch.add(x, read), weights["norm_2"])
    return layer_norm(feed_forward(x, weights["feed_forward"]) + x, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    return reduce(lambda state, weights: decoder_block(state, memory, weights, heads, source_keep), blocks, x)


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
        # Masks that are added: 0 where a word may look, minus infinity where not.
        future = nn.Transformer.generate_square_subsequent_mask(x.shape[1], device=x.device, dtype=x.dtype)
        padding = torch.zeros(source_keep.shape, dtype=x.dtype).masked_fill(source_keep.logical_not(), float("-inf"))
        x = self.norm_1(self.self_attention(x, x, x, attn_mask=future, need_weights=False)[0] + x)
        x = self.norm_2(self.cross_attention(x, memory, memory, key_padding_mask=padding, need_weights=False)[0] + x)
        return self.norm_3(self.linear_2(self.linear_1(x).clamp(min=0)) + x)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.Sequential(*[DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        return reduce(lambda state, block: block(state, memory, source_keep), self.blocks, x)
