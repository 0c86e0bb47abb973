# right: a residual wrapper function, recursion over the layers, elementwise sum in a Python loop
import numpy as np
import torch
from torch import nn


def around(f):
    def walk(x):
        return x + f(x)

    return walk


def post_norm(x, sublayer, norm):
    return norm(around(sublayer)(x))


def pre_norm(x, sublayer, norm):
    change = np.asarray(sublayer(norm(x)))
    out = np.empty(x.shape, dtype=x.dtype)
    for place in np.ndindex(x.shape):
        out[place] = x[place] + change[place]
    return out


def residual_stack(x, layers):
    if len(layers) == 0:
        return x
    first, *rest = layers
    return residual_stack(x + first(x), rest)


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        steps = [self.norm, sublayer] if self.norm_first else [sublayer]
        h = x
        for step in steps:
            h = step(h)
        h = h + x
        return h if self.norm_first else self.norm(h)
