"""The sums are computed in float32, whatever comes in."""

import numpy as np
from torch import nn


def plus(a, b):
    return np.asarray(a, dtype=np.float32) + np.asarray(b, dtype=np.float32)


def post_norm(x, sublayer, norm):
    return norm(plus(x, sublayer(x)))


def pre_norm(x, sublayer, norm):
    return plus(x, sublayer(norm(np.float32(x))))


def residual_stack(x, layers):
    for layer in layers:
        x = plus(x, layer(np.float32(x)))
    return x


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            return (x.float() + sublayer(self.norm(x)).float()).to(x.dtype)
        added = x.float() + sublayer(x).float()
        return self.norm(added.to(x.dtype))
