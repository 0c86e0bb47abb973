# right: an add-and-norm helper in the functions; the module computes the attention itself from the parts' weights, with scaled_dot_product_attention.
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


class _Frame:
    """Add and norm around any part."""

    def __init__(self, norm):
        self.norm = norm

    def around(self, x, part):
        return layer_norm(x + part(x), self.norm)


def encoder_block(x, weights, heads, keep):
    batch, position = keep.shape
    mask = np.broadcast_to(keep.reshape(batch, 1, position), (batch, position, position))

    def hear(v):
        return multi_head_attention(v, v, weights["attention"], heads, np.array(mask))

    def think(v):
        return feed_forward(v, weights["feed_forward"])

    x = np.array(x)
    for part, norm in ((hear, "norm_1"), (think, "norm_2")):
        x = _Frame(weights[norm]).around(x, part)
    return x


def encoder(x, blocks, heads, keep):
    states = [x]
    for number in range(len(blocks)):
        states.append(encoder_block(states[number], blocks[number], heads, keep))
    return states[len(blocks)]


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def _attend(self, x, keep):
        a = self.attention
        batch, position, d_model = x.shape
        q, k, v = F.linear(x, a.in_proj_weight, a.in_proj_bias).view(batch, position, 3, a.num_heads, -1).unbind(2)
        scores_for = keep[:, None, None, :]  # here True means visible
        out = F.scaled_dot_product_attention(*(t.transpose(1, 2) for t in (q, k, v)), attn_mask=scores_for)
        return a.out_proj(out.transpose(1, 2).reshape(batch, position, d_model))

    def forward(self, x, keep):
        h = self.norm_1(x + self._attend(x, keep))
        return self.norm_2(h + self.linear_2(F.relu(self.linear_1(h))))


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        blocks = []
        while len(blocks) < n_blocks:
            blocks.append(EncoderBlock(d_model, heads, d_ff))
        self.blocks = nn.ModuleList(blocks)

    def forward(self, x, keep):
        h = x
        for i in range(len(self.blocks)):
            h = self.blocks[i](h, keep)
        return h
