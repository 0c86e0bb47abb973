# right: one helper for the residual road, functools.reduce for the stack, and results as tensors.
from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def _around(function):
    """The function with a residual connection around it."""

    def with_road(x):
        change = function(x)
        return np.add(x, change)

    return with_road


def post_norm(x, sublayer, norm):
    return torch.as_tensor(np.array(norm(_around(sublayer)(x))))


def pre_norm(x, sublayer, norm):
    return torch.as_tensor(_around(lambda v: sublayer(norm(v)))(x))


def residual_stack(x, layers):
    out = reduce(lambda value, layer: _around(layer)(value), layers, x)
    return torch.tensor(np.array(out))


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        inner, outer = (self.norm, nn.Identity()) if self.norm_first else (nn.Identity(), self.norm)
        return outer(torch.add(x, sublayer(inner(x))))
