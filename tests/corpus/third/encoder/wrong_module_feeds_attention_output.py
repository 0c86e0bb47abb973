# wrong: in the module the feed-forward part reads the attention's output z instead of h = norm(x + z).
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    h = layer_norm(x + multi_head_attention(x, x, weights["attention"], heads, keep[:, None]), weights["norm_1"])
    return layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    out = x
    for i in range(len(blocks)):
        out = encoder_block(out, blocks[i], heads, keep)
    return out


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
        attended = self.attention(query=x, key=x, value=x, key_padding_mask=torch.logical_not(keep))[0]
        h = self.norm_1(x + attended)
        thought = self.linear_2(F.relu(self.linear_1(attended)))
        return self.norm_2(h + thought)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
