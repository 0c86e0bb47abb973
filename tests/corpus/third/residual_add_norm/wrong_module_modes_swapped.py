# wrong: the module does post-norm with norm_first and pre-norm without it.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


class _Block:
    def __init__(self, sublayer, norm):
        self.sublayer, self.norm = sublayer, norm

    def post(self, x):
        return self.norm(x + self.sublayer(x))

    def pre(self, x):
        return x + self.sublayer(self.norm(x))


def post_norm(x, sublayer, norm):
    return _Block(sublayer, norm).post(x)


def pre_norm(x, sublayer, norm):
    return _Block(sublayer, norm).pre(x)


def residual_stack(x, layers):
    for layer in layers:
        x = _Block(layer, norm=lambda v: v).pre(x)
    return x


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        block = _Block(sublayer, self.norm)
        # norm_first: the norm is the first thing that is around the whole block
        return block.post(x) if self.norm_first else block.pre(x)
