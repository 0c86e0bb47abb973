# wrong: post_norm and pre_norm add x into the array that the sublayer returned; if the sublayer hands back its own input, the caller's x is changed.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x, sublayer, norm):
    z = sublayer(x)
    z += x
    return norm(z)


def pre_norm(x, sublayer, norm):
    z = sublayer(norm(x))
    z += x
    return z


def residual_stack(x, layers):
    h = x.copy()
    for layer in layers:
        h = layer(h) + h
    return h


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        z = self.norm(x) if self.norm_first else x
        z = x + sublayer(z)
        return z if self.norm_first else self.norm(z)
