"""Computes in single precision."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    x, memory = np.asarray(x, np.float32), np.asarray(memory, np.float32)
    weights = {part: {name: np.asarray(w, np.float32) for name, w in ws.items()} for part, ws in weights.items()}
    past = np.tri(x.shape[1], dtype=bool)
    x = layer_norm(x + multi_head_attention(x, x, weights["self_attention"], heads, past), weights["norm_1"])
    read = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None])
    x = layer_norm(x + read, weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        x = decoder_block(x, encoder_outputs[-1], weights, heads, source_keep)
    return x


class DecoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True, dtype=torch.float32)
        self.norm_1 = nn.LayerNorm(d_model, dtype=torch.float32)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True, dtype=torch.float32)
        self.norm_2 = nn.LayerNorm(d_model, dtype=torch.float32)
        self.linear_1 = nn.Linear(d_model, d_ff, dtype=torch.float32)
        self.linear_2 = nn.Linear(d_ff, d_model, dtype=torch.float32)
        self.norm_3 = nn.LayerNorm(d_model, dtype=torch.float32)

    def forward(self, x, memory, source_keep):
        x, memory = x.float(), memory.float()
        future = torch.triu(torch.ones(x.shape[1], x.shape[1], dtype=torch.bool), diagonal=1)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=future, is_causal=True)[0])
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)[0])
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
