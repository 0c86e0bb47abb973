# wrong: in decoder_block the cross-attention asks with the block's x instead of x₁, and the module normalises every part's output before it is added.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    target = x.shape[1]
    self_mask = np.tril(np.full((target, target), True))
    cross_mask = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights["self_attention"], heads, self_mask)
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, cross_mask)
    x1 = layer_norm(x + s, weights["norm_1"])
    x2 = layer_norm(x1 + c, weights["norm_2"])
    m = feed_forward(x2, weights["feed_forward"])
    return layer_norm(x2 + m, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    out = x
    for block in blocks:
        out = decoder_block(out, encoder_outputs[-1], block, heads, source_keep)
    return out


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
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        x = x + self.norm_1(self.self_attention(x, x, x, attn_mask=future)[0])
        x = x + self.norm_2(self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)[0])
        x = x + self.norm_3(self.linear_2(torch.relu(self.linear_1(x))))
        return x


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
