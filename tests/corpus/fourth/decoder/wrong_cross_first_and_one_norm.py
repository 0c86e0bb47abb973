# wrong: two mistakes: decoder_block looks at the source before the target, and DecoderBlock uses norm_1 after every part.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    past = np.tril(np.ones((x.shape[1],) * 2)).astype(bool)
    parts = [
        lambda t: multi_head_attention(t, memory, weights["cross_attention"], heads, source_keep[:, None]),
        lambda t: multi_head_attention(t, t, weights["self_attention"], heads, past),
        lambda t: feed_forward(t, weights["feed_forward"]),
    ]
    for part, norm in zip(parts, ["norm_1", "norm_2", "norm_3"]):
        x = layer_norm(x + part(x), weights[norm])
    return x


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        x = decoder_block(x, encoder_outputs[-1], weights, heads, source_keep)
    return x


class DecoderBlock(nn.Module):
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

        future = torch.triu(torch.ones(x.shape[1], x.shape[1], dtype=torch.bool), 1)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=future)[0])
        x = self.norm_1(x + self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)[0])
        return self.norm_1(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks))

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
