"""Every part written out with einsum; nothing of what is provided."""

import numpy as np
import torch
from torch import nn


def attend(x, memory, W_q, W_k, W_v, W_o, heads, keep):
    def split(y):
        return y.reshape(*y.shape[:2], heads, -1)

    q, k, v = split(x @ W_q), split(memory @ W_k), split(memory @ W_v)
    scores = np.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    scores = np.where(keep[:, None], scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape) @ W_o


def normalise(x, gamma, beta):
    centred = x - x.mean(-1, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) + beta


def decoder_block(x, memory, weights, heads, source_keep):
    past = ~np.triu(np.ones((1, x.shape[1], x.shape[1]), bool), 1)
    x = normalise(x + attend(x, x, **weights["self_attention"], heads=heads, keep=past), **weights["norm_1"])
    read = attend(x, memory, **weights["cross_attention"], heads=heads, keep=source_keep[:, None])
    x = normalise(x + read, **weights["norm_2"])
    ff = weights["feed_forward"]
    hidden = np.maximum(x @ ff["W_1"] + ff["b_1"], 0)
    return normalise(x + hidden @ ff["W_2"] + ff["b_2"], **weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    if not blocks:
        return x
    x = decoder_block(x, encoder_outputs[-1], blocks[0], heads, source_keep)
    return decoder(x, encoder_outputs, blocks[1:], heads, source_keep)


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
        # The source's mask as one that hides pairs: the same for every query and every head.
        heads = self.cross_attention.num_heads
        padding = ~source_keep[:, None, :].expand(-1, x.shape[1], -1).repeat_interleave(heads, 0)
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=future)[0])
        x = self.norm_2(x + self.cross_attention(x, memory, memory, attn_mask=padding)[0])
        return self.norm_3(x + self.linear_2(self.linear_1(x).relu()))


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, memory, source_keep)
        return x
