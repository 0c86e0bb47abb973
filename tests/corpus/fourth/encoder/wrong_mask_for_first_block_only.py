# wrong: encoder hides padding in the first block only; later blocks see it
import copy
from functools import reduce
import numpy as np
import provided
import torch
from torch import nn


def _add_and_norm(x, part, norm):
    return norm(x + part(x))


def encoder_block(x, weights, heads, keep):
    def sentence(row, mask):
        pairs = np.tile(np.asarray(mask)[None, None, :], (1, len(row), 1))
        h = _add_and_norm(
            row[None],
            lambda a: provided.multi_head_attention(a, a, weights["attention"], heads, pairs),
            lambda a: provided.layer_norm(a, weights["norm_1"]),
        )
        return _add_and_norm(
            h,
            lambda a: provided.feed_forward(a, weights["feed_forward"]),
            lambda a: provided.layer_norm(a, weights["norm_2"]),
        )[0]

    return np.stack([np.asarray(sentence(row, mask)) for row, mask in zip(x, keep)])


def encoder(x, blocks, heads, keep):
    vectors = x
    for number, weights in enumerate(blocks):
        mask = keep if number == 0 else np.ones_like(keep)
        vectors = encoder_block(vectors, weights, heads, mask)
    return vectors


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        hide = torch.logical_not(keep)
        h = _add_and_norm(x, lambda a: self.attention(a, a, a, key_padding_mask=hide)[0], self.norm_1)
        return _add_and_norm(h, lambda a: self.linear_2(self.linear_1(a).clamp(min=0)), self.norm_2)


class Encoder(nn.Module):
    """A stack of encoder blocks that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        first = EncoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList([copy.deepcopy(first) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        return reduce(lambda vectors, block: block(vectors, keep), self.blocks, x)
