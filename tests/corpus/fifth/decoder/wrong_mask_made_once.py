# wrong: the block of the module keeps the look-ahead mask of its first call; a second call with a longer target fails.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    n = x.shape[1]
    look_back = np.tril(np.ones((n, n), dtype=bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, look_back)
    x_1 = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x_1, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x_2 = layer_norm(x_1 + c, weights["norm_2"])
    m = feed_forward(x_2, weights["feed_forward"])
    return layer_norm(x_2 + m, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[-1]
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
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
        self.future = None


    def forward(self, x, memory, source_keep):
        n = x.shape[1]
        if self.future is None:
            self.future = torch.triu(torch.ones(n, n, dtype=torch.bool, device=x.device), diagonal=1)
        future = self.future[:n, :n]
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x_1 = self.norm_1(x + s)
        c, _ = self.cross_attention(x_1, memory, memory, key_padding_mask=~source_keep)
        x_2 = self.norm_2(x_1 + c)
        m = self.linear_2(torch.relu(self.linear_1(x_2)))
        return self.norm_3(x_2 + m)


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
