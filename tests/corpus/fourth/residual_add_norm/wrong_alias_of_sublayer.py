# wrong: the addition is done in what the sublayer returned, which may be x itself, so x is changed.
from functools import reduce

import numpy as np
import torch
from torch import nn


def add(change, x):
    change += x
    return change


def post_norm(x, sublayer, norm):
    return norm(add(sublayer(x), x))


def pre_norm(x, sublayer, norm):
    return add(sublayer(norm(x)), x)


def residual_stack(x, layers):
    return reduce(lambda state, layer: state + layer(state), layers, x.copy())


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):

        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
