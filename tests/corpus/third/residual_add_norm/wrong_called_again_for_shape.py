# wrong: the shape check calls the sublayer a second time, so it is called twice (and a sublayer that counts or draws random numbers gives another result).
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def _keeps_shape(function, x):
    return function(x).shape == x.shape


def post_norm(x, sublayer, norm):
    if not _keeps_shape(sublayer, x):
        raise ValueError("F must keep the shape, or there would be nothing to add")
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    n = norm(x)
    if not _keeps_shape(sublayer, n):
        raise ValueError("F must keep the shape, or there would be nothing to add")
    return x + sublayer(n)


def residual_stack(x, layers):
    state = x
    for i, layer in enumerate(layers):
        change = layer(state)
        if change.shape != state.shape:
            raise ValueError(f"layer {i} changes the shape")
        state = change + state
    return state


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        change = sublayer(self.norm(x) if self.norm_first else x)
        assert change.shape == x.shape
        return x + change if self.norm_first else self.norm(x + change)
