"""Every part written out with einsum; nothing of what is provided."""

import numpy as np
from torch import nn


def attend(x, W_q, W_k, W_v, W_o, heads, keep):
    def split(y):
        return y.reshape(*y.shape[:2], heads, -1)

    q, k, v = split(x @ W_q), split(x @ W_k), split(x @ W_v)
    scores = np.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    scores = np.where(keep[:, None, None, :], scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape) @ W_o


def normalise(x, gamma, beta):
    centred = x - x.mean(-1, keepdims=True)
    return gamma * centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) + beta


def encoder_block(x, weights, heads, keep):
    x = normalise(x + attend(x, **weights["attention"], heads=heads, keep=keep), **weights["norm_1"])
    ff = weights["feed_forward"]
    hidden = np.maximum(x @ ff["W_1"] + ff["b_1"], 0)
    return normalise(x + hidden @ ff["W_2"] + ff["b_2"], **weights["norm_2"])


def encoder(x, blocks, heads, keep):
    if not blocks:
        return x
    return encoder(encoder_block(x, blocks[0], heads, keep), blocks[1:], heads, keep)


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        # The mask as one that hides pairs: the same for every query and every head.
        hidden = ~keep[:, None, :].expand(-1, x.shape[1], -1).repeat_interleave(self.attention.num_heads, 0)
        x = self.norm_1(x + self.attention(x, x, x, attn_mask=hidden)[0])
        return self.norm_2(x + self.linear_2(self.linear_1(x).relu()))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, keep)
        return x
