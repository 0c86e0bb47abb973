# wrong: the module multiplies padding vectors by 0 instead of hiding them; they still get a share of the attention (shows with any padding).
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    mask = np.repeat(keep[:, None, :], keep.shape[1], axis=1)
    h = x + multi_head_attention(x, x, weights["attention"], heads, mask)
    h = layer_norm(h, weights["norm_1"])
    y = h + feed_forward(h, weights["feed_forward"])
    return layer_norm(y, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    for number, weights in enumerate(blocks):
        x = encoder_block(x, weights, heads, keep)
    return x


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
        real = keep.unsqueeze(-1).to(x.dtype)
        words = x * real
        z, _ = self.attention(words, words, words)
        h = self.norm_1(words + z)
        m = self.linear_2(torch.relu(self.linear_1(h)))
        return self.norm_2(h + m) * real


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
