# wrong: the stack starts with layers[0]; no layers fail. The module's two modes are exchanged as well.
from functools import reduce

import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    h = x + layers[0](x)
    for layer in layers[1:]:
        h = h + layer(h)
    return h


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if not self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
