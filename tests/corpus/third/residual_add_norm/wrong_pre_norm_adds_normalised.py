# wrong: in pre-norm the normalised x is put on the main road as well (function and module), so x as it came is lost.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x, sublayer, norm):
    total = x + sublayer(x)
    return norm(total)


def pre_norm(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)


def residual_stack(x, layers):
    for number in range(len(layers)):
        residual = x
        x = layers[number](x)
        x = x + residual
    return x


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            x = self.norm(x)
        x = x + sublayer(x)
        if not self.norm_first:
            x = self.norm(x)
        return x
