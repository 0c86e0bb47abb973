# right: tensors inside with a tensor result, recursion over the blocks, additive float mask in the module
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
        mask = torch.zeros(keep.shape, dtype=x.dtype, device=x.device).masked_fill(~keep, float("-inf"))
        attended = self.attention(query=x, key=x, value=x, key_padding_mask=mask)
        h = self.norm_1(torch.add(x, attended[0]))
        hidden = torch.maximum(self.linear_1(h), torch.zeros((), dtype=h.dtype))
        return self.norm_2(torch.add(h, self.linear_2(hidden)))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.Sequential(*(EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)))

    def forward(self, x, keep):
        out = x
        for block in self.blocks.children():
            out = block(out, keep)
        return out
