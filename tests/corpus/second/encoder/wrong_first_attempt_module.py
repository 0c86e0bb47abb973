# wrong: EncoderBlock.forward is pre-norm and has no ReLU; Encoder keeps its blocks in a plain list
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def encoder_block(x, weights, heads, keep):
    x = torch.as_tensor(x)
    keep = torch.as_tensor(keep)
    visible = keep.unsqueeze(1) & keep.unsqueeze(2)
    z = multi_head_attention(x, x, weights["attention"], heads, visible)
    h = layer_norm(x.add(z), weights["norm_1"])
    return layer_norm(h.add(feed_forward(h, weights["feed_forward"])), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    if len(blocks) == 0:
        return x
    below = encoder(x, blocks[:-1], heads, keep)
    return encoder_block(below, blocks[-1], heads, keep)


class EncoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        n = self.norm_1(x)
        x = x + self.attention(n, n, n, key_padding_mask=~keep)[0]
        n = self.norm_2(x)
        return x + self.linear_2(self.linear_1(n))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = []
        for _ in range(n_blocks):
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
