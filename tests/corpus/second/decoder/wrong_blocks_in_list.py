# wrong: Decoder keeps its blocks in a Python list, so torch finds no parameters
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    n = x.shape[1]
    seen = np.array([[j <= i for j in range(n)] for i in range(n)])
    results = []
    for target, source, real in zip(x, memory, source_keep):
        target, source = target[None], source[real][None]
        h = layer_norm(target + multi_head_attention(target, target, weights["self_attention"], heads, seen), weights["norm_1"])
        all_of_it = np.full((n, source.shape[1]), True)
        h = layer_norm(h + multi_head_attention(h, source, weights["cross_attention"], heads, all_of_it), weights["norm_2"])
        results.append(layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_3"])[0])
    return np.stack(results)


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
        self.blocks = [DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)]

    def forward(self, x, memory, source_keep):
        out = x
        for block in self.blocks:
            out = block(out, memory, source_keep)
        return out
