# right: every sentence alone with its padding cut out, so no mask hides anything; padding positions come out as zeros; reduce for the stack, deep copies for the blocks.
import copy
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def _one_sentence(words, weights, heads):
    """words: (1, real, d_model)"""
    everything = np.ones((1, 1, words.shape[1]), dtype=bool)
    heard = multi_head_attention(words, words, weights["attention"], heads, everything)
    h = layer_norm(np.add(words, heard), weights["norm_1"])
    return layer_norm(np.add(h, feed_forward(h, weights["feed_forward"])), weights["norm_2"])


def encoder_block(x, weights, heads, keep):
    out = np.zeros(x.shape)
    for b, real in enumerate(np.asarray(keep)):
        out[b, real] = _one_sentence(x[b : b + 1, real], weights, heads)[0]
    return out


def encoder(x, blocks, heads, keep):
    return reduce(lambda h, weights: encoder_block(h, weights, heads, keep), blocks, x)


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        sentences = []
        for words, real in zip(x, keep):
            words = words[real].unsqueeze(0)
            h = self.norm_1(words + self.attention(words, words, words, need_weights=False)[0])
            y = self.norm_2(h + self.linear_2(nn.functional.relu(self.linear_1(h))))
            full = torch.zeros(len(real), x.shape[-1], dtype=x.dtype)
            full[real] = y[0]
            sentences.append(full)
        return torch.stack(sentences)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        pattern = EncoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList([copy.deepcopy(pattern) for _ in range(n_blocks)])

    def forward(self, x, keep):
        return reduce(lambda h, block: block(h, keep), self.blocks, x)
