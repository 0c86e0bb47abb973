# wrong: a look-ahead mask in the encoder, in functions and module: no word may look to the right (shows with two words or more).
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def _visible(keep):
    position = keep.shape[-1]
    causal = np.tril(np.ones((position, position), dtype=bool))
    return causal[None] & keep[:, None, :]


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, _visible(keep))
    h = layer_norm(np.add(x, z), weights["norm_1"])
    m = feed_forward(h, weights["feed_forward"])
    return layer_norm(np.add(h, m), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    result = x
    for weights in blocks:
        result = encoder_block(result, weights, heads, keep)
    return result


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        n = x.shape[1]
        future = torch.triu(torch.ones(n, n, dtype=torch.bool, device=x.device), diagonal=1)
        z, _ = self.attention(x, x, x, attn_mask=future, key_padding_mask=~keep)
        h = self.norm_1(x + z)
        m = self.linear_2(torch.relu(self.linear_1(h)))
        return self.norm_2(h + m)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
