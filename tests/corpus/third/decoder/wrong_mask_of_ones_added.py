# wrong: the module's look-ahead mask is a float mask of ones, which torch adds to the scores, so the future is preferred by 1 instead of hidden.
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    causal = np.tri(x.shape[1], dtype=bool)
    h = layer_norm(x + multi_head_attention(x, x, weights["self_attention"], heads, causal), weights["norm_1"])
    cross = multi_head_attention(h, memory, weights["cross_attention"], heads, source_keep[:, np.newaxis])
    h = layer_norm(h + cross, weights["norm_2"])
    return layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, last = encoder_outputs
    h = x
    for w in blocks:
        h = decoder_block(h, last, w, heads, source_keep)
    return h


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
        n = x.size(1)
        future = torch.triu(torch.ones(n, n, dtype=x.dtype), diagonal=1)  # 1 means hide
        h, _ = self.self_attention(x, x, x, attn_mask=future)
        x = self.norm_1(x + h)
        h, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + h)
        h = self.linear_2(F.relu(self.linear_1(x)))
        return self.norm_3(x + h)


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
