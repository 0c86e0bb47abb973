"""The decoder: blocks that attend to the target so far and to the source sentence."""

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def decoder_block(x: np.ndarray, memory: np.ndarray, weights: dict, heads: int, source_keep: np.ndarray) -> np.ndarray:
    """One decoder block: masked self-attention, cross-attention, feed-forward, an add and norm after each.

    x: (batch, target, d_model), the target so far; no word sees a later one
    memory: (batch, source, d_model), the output of the encoder
    weights: the weights of the parts, under "self_attention", "norm_1", "cross_attention", "norm_2", "feed_forward"
        and "norm_3"
    source_keep: bool (batch, source), True at the real tokens of the source, False at padding
    returns (batch, target, d_model); x and memory are not changed
    """
    raise NotImplementedError


def decoder(
    x: np.ndarray, encoder_outputs: list[np.ndarray], blocks: list[dict], heads: int, source_keep: np.ndarray
) -> np.ndarray:
    """The decoder blocks one after the other, each with its own weights.

    x: (batch, target, d_model)    blocks: the weights of decoder block 0, block 1, ...
    encoder_outputs: the output of each encoder block, from the first to the last, (batch, source, d_model);
        there may be more or fewer of them than decoder blocks
    source_keep: bool (batch, source), True at real tokens
    returns the output of the last decoder block, (batch, target, d_model)
    """
    raise NotImplementedError


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
        """x: (batch, target, d_model), memory: (batch, source, d_model), source_keep: bool (batch, source)
        -> (batch, target, d_model).

        An attention is called with (query, key, value, attn_mask=..., key_padding_mask=...) and returns
        (output, weights). In both masks, bool (query, key) and bool (batch, key), True means HIDE.
        """
        raise NotImplementedError


class Decoder(nn.Module):
    """A stack of decoder blocks that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        """Make self.blocks: n_blocks blocks, each a DecoderBlock(d_model, heads, d_ff) with its own weights."""
        raise NotImplementedError

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        """x: (batch, target, d_model), memory: (batch, source, d_model), the same for every block -> the shape of x."""
        raise NotImplementedError
