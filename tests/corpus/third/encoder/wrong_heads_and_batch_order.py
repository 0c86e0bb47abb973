# wrong: the module repeats the mask (batch, query, key) head by head instead of sentence by sentence, so with several heads and sentences of different padding the masks are mixed up.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    h = layer_norm(x + z, weights["norm_1"])
    return layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    if not blocks:
        return x
    first, *others = blocks
    return encoder(encoder_block(x, first, heads, keep), others, heads, keep)


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
        batch, position = keep.shape
        heads = self.attention.num_heads
        hide = (~keep).unsqueeze(1).expand(batch, position, position)
        hide = hide.repeat(heads, 1, 1)  # (batch * heads, query, key)
        z, _ = self.attention(x, x, x, attn_mask=hide)
        h = self.norm_1(x + z)
        m = self.linear_2(torch.relu(self.linear_1(h)))
        return self.norm_2(h + m)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
