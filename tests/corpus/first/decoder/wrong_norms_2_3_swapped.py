# wrong: decoder_block uses norm_3 after the cross-attention and norm_2 at the end; shows when their weights differ
from functools import partial, reduce

import numpy as np
import provided
import torch
from torch import nn


def run(x, sublayers):
    for part, norm in sublayers:
        x = norm(x + part(x))
    return x


def decoder_block(x, memory, weights, heads, source_keep):
    places = np.arange(x.shape[1])
    not_ahead = places <= places[:, np.newaxis]

    def ask_target(y):
        return provided.multi_head_attention(y, y, weights["self_attention"], heads, not_ahead)

    def ask_source(y):
        return provided.multi_head_attention(y, memory, weights["cross_attention"], heads, source_keep[:, np.newaxis])

    think = partial(provided.feed_forward, weights=weights["feed_forward"])
    norms = [partial(provided.layer_norm, weights=weights[name]) for name in ("norm_1", "norm_3", "norm_2")]
    return run(x, zip((ask_target, ask_source, think), norms))


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    return reduce(lambda y, weights: decoder_block(y, memory, weights, heads, source_keep), blocks, x)


class DecoderBlock(nn.Module):
    """One decoder block that can be trained."""

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
        places = torch.arange(x.size(1))
        ahead = places > places.unsqueeze(1)
        hide = torch.logical_not(source_keep)
        sublayers = [
            (lambda y: self.self_attention(y, y, y, attn_mask=ahead, need_weights=False)[0], self.norm_1),
            (lambda y: self.cross_attention(y, memory, memory, key_padding_mask=hide)[0], self.norm_2),
            (nn.Sequential(self.linear_1, nn.ReLU(), self.linear_2), self.norm_3),
        ]
        return run(x, sublayers)


class Decoder(nn.Module):
    """A stack of decoder blocks that can be trained."""

    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(n_blocks):
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        return reduce(lambda y, block: block(y, memory, source_keep), self.blocks, x)
