# wrong: encoder_block lets the feed-forward part read the attention's output z instead of h, for every input
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn
from torch.nn import functional as F


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None])
    m = feed_forward(z, weights["feed_forward"])
    h = layer_norm(x + z, weights["norm_1"])
    return layer_norm(h + m, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    states = [x]
    for weights in blocks:
        states.append(encoder_block(states[-1], weights, heads, keep))
    return states[-1]


class EncoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def attend(self, x, keep):
        a = self.attention
        batch, n, d = x.shape
        q, k, v = F.linear(x, a.in_proj_weight, a.in_proj_bias).chunk(3, dim=-1)
        q, k, v = (t.reshape(batch, n, a.num_heads, -1).transpose(1, 2) for t in (q, k, v))
        scores = q @ k.transpose(-1, -2) / (d // a.num_heads) ** 0.5
        scores = scores.masked_fill(~keep[:, None, None, :], float("-inf"))
        mixed = scores.softmax(-1) @ v
        return a.out_proj(mixed.transpose(1, 2).reshape(batch, n, d))

    def forward(self, x, keep):
        h = self.norm_1(x + self.attend(x, keep))
        return self.norm_2(h + self.linear_2(self.linear_1(h).clamp(min=0)))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(n_blocks):
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, keep)
        return x
