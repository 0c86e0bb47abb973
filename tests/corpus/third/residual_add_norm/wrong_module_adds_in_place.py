# wrong: the module adds x into the tensor that the sublayer returned; a sublayer that hands back its input gets x changed, and behind a tanh or sigmoid backward fails.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x, sublayer, norm):
    y = np.empty(x.shape)
    y[...] = sublayer(x)
    y += x
    return norm(y)


def pre_norm(x, sublayer, norm):
    y = np.empty(x.shape)
    y[...] = sublayer(norm(x))
    y += x
    return y


def residual_stack(x, layers):
    def go(value, rest):
        return value if not rest else go(rest[0](value) + value, rest[1:])

    return go(x, list(layers))


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            out = sublayer(self.norm(x))
            out += x
            return out
        out = sublayer(x)
        out += x
        return self.norm(out)
