# wrong: decoder pairs block i with encoder output i, and zip drops blocks when there are fewer outputs
from copy import deepcopy
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn
from torch.nn import functional as F


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
    h = x
    for weights, memory in zip(blocks, encoder_outputs):
        h = decoder_block(h, memory, weights, heads, source_keep)
    return h


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
        future = torch.full((n, n), float("-inf"), dtype=x.dtype).triu(1)
        hide = torch.zeros(source_keep.shape, dtype=x.dtype).masked_fill(~source_keep, float("-inf"))
        h = self.norm_1(x + self.self_attention(x, x, x, attn_mask=future, need_weights=False)[0])
        h = self.norm_2(h + self.cross_attention(h, memory, memory, key_padding_mask=hide, need_weights=False)[0])
        return self.norm_3(h + self.linear_2(F.relu(self.linear_1(h))))


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        first = DecoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList(deepcopy(first) for _ in range(n_blocks))

    def forward(self, x, memory, source_keep):
        return reduce(lambda h, block: block(h, memory, source_keep), self.blocks, x)
