# wrong: decoder gives decoder block i the output of encoder block i instead of the last one's, and leaves blocks out if there are fewer encoder outputs.
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    def add_norm(name, before, change):
        return layer_norm(before + change, weights[name])

    places = np.arange(x.shape[1])
    keep = places[:, None] >= places[None, :]
    x_1 = add_norm("norm_1", x, multi_head_attention(x, x, weights["self_attention"], heads, keep))
    source = source_keep.reshape(len(source_keep), 1, -1)
    x_2 = add_norm("norm_2", x_1, multi_head_attention(x_1, memory, weights["cross_attention"], heads, source))
    return add_norm("norm_3", x_2, feed_forward(x_2, weights["feed_forward"]))


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for memory, weights in zip(encoder_outputs, blocks):
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x


class DecoderBlock(nn.Module):
    """One decoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def forward(self, x, memory, source_keep):
        t = x.shape[1]
        later = torch.arange(t)[None, :] > torch.arange(t)[:, None]
        s = self.self_attention(x, x, x, attn_mask=later, need_weights=False)[0]
        x = self.norm_1(x + s)
        c = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep, need_weights=False)[0]
        x = self.norm_2(x + c)
        return self.norm_3(x + self.linear_2(F.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
