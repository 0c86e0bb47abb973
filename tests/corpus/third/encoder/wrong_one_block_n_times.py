# wrong: the ModuleList holds one block n times, so with two blocks or more all share one set of weights.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    keys = np.array(keep, dtype=bool)[:, None, :]
    z = multi_head_attention(query_input=x, memory=x, weights=weights["attention"], heads=heads, keep=keys)
    h = layer_norm(x + z, weights=weights["norm_1"])
    m = feed_forward(h, weights=weights["feed_forward"])
    return layer_norm(h + m, weights=weights["norm_2"])


def encoder(x, blocks, heads, keep):
    h = x
    for block in iter(blocks):
        h = encoder_block(x=h, weights=block, heads=heads, keep=keep)
    return h


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
        z, _ = self.attention(query=x, key=x, value=x, key_padding_mask=keep == False)  # noqa: E712
        h = self.norm_1(x + z)
        m = self.linear_2(nn.functional.relu(self.linear_1(h)))
        return self.norm_2(h + m)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        block = EncoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList([block] * n_blocks)

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
