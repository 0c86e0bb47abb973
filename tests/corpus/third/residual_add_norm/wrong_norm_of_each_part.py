# wrong: post_norm and the module add norm(x) and norm(F(x)) instead of taking the norm of the sum.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def add_and_norm(a, b, norm):
    return np.add(norm(a), norm(b))


def post_norm(x, sublayer, norm):
    return add_and_norm(x, sublayer(x), norm)


def pre_norm(x, sublayer, norm):
    return np.add(x, sublayer(norm(x)))


def residual_stack(x, layers):
    out = np.array(x)
    for f in layers:
        out = np.add(out, f(out))
    return out


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if not self.norm_first:
            return self.norm(x) + self.norm(sublayer(x))
        return x + sublayer(self.norm(x))
