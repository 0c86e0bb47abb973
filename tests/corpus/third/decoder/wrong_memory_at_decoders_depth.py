# wrong: decoder reads encoder_outputs[len(blocks) - 1], the last one only if there are as many decoder as encoder blocks.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    batch, target, _ = x.shape
    causal = np.tril(np.ones((batch, target, target))) == 1
    padding = np.tile(source_keep[:, None, :], (1, target, 1))
    parts = [
        lambda h: multi_head_attention(h, h, weights["self_attention"], heads, causal),
        lambda h: multi_head_attention(h, memory, weights["cross_attention"], heads, padding),
        lambda h: feed_forward(h, weights["feed_forward"]),
    ]
    for part, norm in zip(parts, ["norm_1", "norm_2", "norm_3"]):
        x = layer_norm(x + part(x), weights[norm])
    return x


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    n_blocks = len(blocks)
    memory = encoder_outputs[n_blocks - 1]
    for l in range(n_blocks):
        x = decoder_block(x, memory, blocks[l], heads, source_keep)
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
        n = x.shape[1]
        mask = torch.logical_not(torch.tril(torch.ones(n, n)).bool())
        parts = [
            lambda h: self.self_attention(h, h, h, attn_mask=mask)[0],
            lambda h: self.cross_attention(h, memory, memory, key_padding_mask=~source_keep)[0],
            lambda h: self.linear_2(torch.relu(self.linear_1(h))),
        ]
        for part, norm in zip(parts, [self.norm_1, self.norm_2, self.norm_3]):
            x = norm(x + part(x))
        return x


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
