# wrong: decoder_block's attend takes query and memory of equal length for self-attention: masks the source when lengths are equal
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def attend(query, memory, weights, heads, keep):
    n, m = query.shape[1], memory.shape[1]
    mask = np.broadcast_to(keep[:, None, :], (len(query), n, m))
    if n == m:
        mask = mask & np.tril(np.ones((n, n), dtype=bool))
    return multi_head_attention(query, memory, weights, heads, mask)


def decoder_block(x, memory, weights, heads, source_keep):
    everything = np.ones(x.shape[:2], dtype=bool)
    s = attend(x, x, weights["self_attention"], heads, everything)
    h = layer_norm(x + s, weights["norm_1"])
    c = attend(h, memory, weights["cross_attention"], heads, source_keep)
    h = layer_norm(h + c, weights["norm_2"])
    m = feed_forward(h, weights["feed_forward"])
    return layer_norm(h + m, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    if not blocks:
        return x
    h = decoder_block(x, encoder_outputs[-1], blocks[0], heads, source_keep)
    return decoder(h, encoder_outputs, blocks[1:], heads, source_keep)


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
        n = x.size(1)
        place = torch.arange(n)
        hide_pairs = place.view(1, n) > place.view(n, 1)
        hide_source = (~source_keep)[:, None, :].expand(-1, n, -1)
        hide_source = hide_source.repeat_interleave(self.cross_attention.num_heads, dim=0)
        x = self.norm_1(self.self_attention(x, x, x, attn_mask=hide_pairs)[0] + x)
        x = self.norm_2(self.cross_attention(x, memory, memory, attn_mask=hide_source)[0] + x)
        h = self.linear_1(x)
        return self.norm_3(self.linear_2(h * (h > 0)) + x)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.Sequential(*[DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
