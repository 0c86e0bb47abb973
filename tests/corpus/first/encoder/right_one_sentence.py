# right: sentence by sentence, attending to the list of real words only
import copy

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def one_sentence(x, weights, heads, real):
    memory = x[:, real] if len(real) else x
    everything = np.ones((1, 1, memory.shape[1]), dtype=bool)
    h = layer_norm(x + multi_head_attention(x, memory, weights["attention"], heads, everything), weights["norm_1"])
    return layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_2"])


def encoder_block(x, weights, heads, keep):
    out = [one_sentence(x[b : b + 1], weights, heads, np.flatnonzero(keep[b])) for b in range(len(x))]
    return np.concatenate(out, axis=0)


def encoder(x, blocks, heads, keep):
    states = [x]
    for weights in blocks:
        states.append(encoder_block(states[-1], weights, heads, keep))
    return states[-1]


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        rows = []
        for sentence, real in zip(x, keep):
            words = (sentence[real] if real.any() else sentence).unsqueeze(0)
            z, _ = self.attention(sentence.unsqueeze(0), words, words)
            rows.append(z)
        h = self.norm_1(torch.cat(rows) + x)
        return self.norm_2(self.linear_2(self.linear_1(h).clamp_min(0)) + h)


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        model = EncoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList(copy.deepcopy(model) for _ in range(n_blocks))

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
