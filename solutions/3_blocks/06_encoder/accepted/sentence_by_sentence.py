"""Loops: one sentence at a time, and in it only the real tokens, so that no mask is needed."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def one_sentence(tokens, weights, heads):
    everything = np.ones((1, 1, len(tokens)), bool)
    attended = multi_head_attention(tokens[None], tokens[None], weights["attention"], heads, everything)[0]
    normed = [layer_norm(t + a, weights["norm_1"]) for t, a in zip(tokens, attended, strict=True)]
    return [layer_norm(t + feed_forward(t, weights["feed_forward"]), weights["norm_2"]) for t in normed]


def encoder_block(x, weights, heads, keep):
    out = np.zeros(x.shape)
    for sentence in range(len(x)):
        real = np.flatnonzero(keep[sentence])
        for position, vector in zip(real, one_sentence(x[sentence, real], weights, heads), strict=True):
            out[sentence, position] = vector
    return out.tolist()


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        x = np.array(encoder_block(x, weights, heads, keep))
    return x


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def one(self, x, keep):
        real = x[keep]
        x = self.norm_1(x + self.attention(x, real, real)[0])
        return self.norm_2(x + self.linear_2(torch.relu(self.linear_1(x))))

    def forward(self, x, keep):
        return torch.stack([self.one(sentence, mask) for sentence, mask in zip(x, keep, strict=True)])


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
