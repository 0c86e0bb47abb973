# wrong: decoder_block uses the first source's padding mask for the whole batch: wrong when the sources differ in length
from copy import deepcopy
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn
from torch.nn import functional as F


def decoder_block(x, memory, weights, heads, source_keep):
    n_target, n_source = x.shape[1], memory.shape[1]
    pairs = np.ones((n_target, n_source), dtype=bool) & source_keep[0]
    causal = np.tri(n_target) > 0
    s = multi_head_attention(x, x, weights["self_attention"], heads, causal)
    h = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(h, memory, weights["cross_attention"], heads, pairs)
    h = layer_norm(h + c, weights["norm_2"])
    return layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_3"])


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
