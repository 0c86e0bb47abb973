# wrong: the module keeps a detached copy of x for the main road; the values are right, the gradient has lost that road.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x, sublayer, norm):
    skip = x.copy()
    return norm(sublayer(x) + skip)


def pre_norm(x, sublayer, norm):
    skip = x.copy()
    return sublayer(norm(x)) + skip


def residual_stack(x, layers):
    for layer in layers:
        skip = x.copy()
        x = layer(x) + skip
    return x


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        skip = x.clone().detach()  # remember x as it came
        if self.norm_first:
            return sublayer(self.norm(x)) + skip
        return self.norm(sublayer(x) + skip)
