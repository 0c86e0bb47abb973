"""Loops: every word asks with only the words so far and the real source words at hand, so that no mask is needed."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def one_word(words, source, weights, heads):
    last = words[None, -1:]

    def ask(query, where, part):
        return multi_head_attention(query, where[None], weights[part], heads, np.ones((1, 1, 1), bool))

    last = layer_norm(last + ask(last, words, "self_attention"), weights["norm_1"])
    last = layer_norm(last + ask(last, source, "cross_attention"), weights["norm_2"])
    return layer_norm(last + feed_forward(last, weights["feed_forward"]), weights["norm_3"])[0, 0]


def decoder_block(x, memory, weights, heads, source_keep):
    out = []
    for words, source, keep in zip(x, memory, source_keep, strict=True):
        out.append([one_word(words[: i + 1], source[keep], weights, heads).tolist() for i in range(len(words))])
    return out


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        x = np.array(decoder_block(x, encoder_outputs[-1], weights, heads, source_keep))
    return x


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

    def one_word(self, words, source):
        last = words[-1:]
        last = self.norm_1(last + self.self_attention(last, words, words)[0])
        last = self.norm_2(last + self.cross_attention(last, source, source)[0])
        return self.norm_3(last + self.linear_2(torch.relu(self.linear_1(last))))

    def forward(self, x, memory, source_keep):
        sentences = []
        for words, source, keep in zip(x, memory, source_keep, strict=True):
            sentences.append(torch.cat([self.one_word(words[: i + 1], source[keep]) for i in range(len(words))]))
        return torch.stack(sentences)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
