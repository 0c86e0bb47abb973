"""The decoder: blocks that look at the words said so far, and at the source sentence."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x: np.ndarray, memory: np.ndarray, weights: dict, heads: int, source_keep: np.ndarray) -> np.ndarray:
    """One decoder block.  x: (batch, target, d_model); memory: (batch, source, d_model)."""
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))  # (query, key): a word sees itself and earlier words
    no_padding = source_keep[:, None, :]  # (batch, 1, key): hidden from every word of the target alike
    # What has been said so far? Queries, keys and values are made of the target.
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)  # (batch, target, d_model)
    x = layer_norm(x + s, weights["norm_1"])
    # What does the source say to it? The target asks, the source answers: keys and values are made of memory.
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, no_padding)  # (batch, target, d_model)
    x = layer_norm(x + c, weights["norm_2"])
    # Each word thinks for itself about what it has heard.
    m = feed_forward(x, weights["feed_forward"])  # (batch, target, d_model)
    return layer_norm(x + m, weights["norm_3"])


def decoder(
    x: np.ndarray, encoder_outputs: list[np.ndarray], blocks: list[dict], heads: int, source_keep: np.ndarray
) -> np.ndarray:
    """N blocks.  x: (batch, target, d_model); encoder_outputs: one (batch, source, d_model) an encoder block."""
    memory = encoder_outputs[-1]  # the finished reading of the source, for every decoder block
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)  # x goes from block to block, memory stays
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

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """x: (batch, target, d_model); memory: (batch, source, d_model); source_keep: bool (batch, source)."""
        length = x.shape[1]
        no_future = torch.tril(x.new_ones(length, length, dtype=torch.bool))  # on the device of x
        s, _ = self.self_attention(x, x, x, attn_mask=~no_future)  # the library's True means hide
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_3(x + m)


class Decoder(nn.Module):
    """A stack of decoder blocks that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        # A ModuleList registers its blocks, so that they are trained, saved and moved with the decoder.
        self.blocks = nn.ModuleList(DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks))

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """x: (batch, target, d_model); memory: (batch, source, d_model), the same for every block."""
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
