# wrong: two mistakes: decoder reads the first encoder block's output, and Decoder keeps its blocks in a Python list, where torch finds no parameters.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    past = np.tril(np.ones((x.shape[1], x.shape[1]), dtype=bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, past)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x = layer_norm(x + c, weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[0]
    for block in blocks:
        x = decoder_block(x, memory, block, heads, source_keep)
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

        n = x.shape[1]
        future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = []
        for _ in range(n_blocks):
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
