# wrong: DecoderBlock.forward ignores source_keep, has no ReLU, and lets the last addition take x_1
from copy import deepcopy
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    rows = []
    for i in range(x.shape[1]):
        word, said = x[:, i : i + 1], x[:, : i + 1]
        everything = np.ones((1, 1, i + 1), dtype=bool)
        s = multi_head_attention(word, said, weights["self_attention"], heads, everything)
        h = layer_norm(word + s, weights["norm_1"])
        c = multi_head_attention(h, memory, weights["cross_attention"], heads, source_keep[:, None, :])
        h = layer_norm(h + c, weights["norm_2"])
        rows.append(layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_3"]))
    return np.concatenate(rows, axis=1)


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    return reduce(lambda h, w: decoder_block(h, memory, w, heads, source_keep), blocks, x)


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
        length = x.size(1)
        mask = torch.triu(torch.ones(length, length, dtype=torch.bool), 1)
        x_1 = self.norm_1(x + self.self_attention(x, x, x, attn_mask=mask)[0])
        x_2 = self.norm_2(x_1 + self.cross_attention(x_1, memory, memory)[0])
        ff = self.linear_2(self.linear_1(x_2))
        return self.norm_3(x_1 + ff)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        first = DecoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList(deepcopy(first) for _ in range(n_blocks))

    def forward(self, x, memory, source_keep):
        return reduce(lambda h, block: block(h, memory, source_keep), self.blocks, x)
