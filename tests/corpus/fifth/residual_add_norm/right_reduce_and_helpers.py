# right: functools.reduce over the layers, np.add, and a module that builds on a common helper.
from functools import reduce

import numpy as np
import torch
from torch import nn


def _residual(x, function):
    return np.add(x, function(x))


def post_norm(x, sublayer, norm):
    return norm(_residual(x, sublayer))


def pre_norm(x, sublayer, norm):
    return _residual(x, lambda main: sublayer(norm(main)))


def residual_stack(x, layers):
    return reduce(_residual, layers, np.array(x))


def _identity(x):
    return x


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        before, after = (self.norm, _identity) if self.norm_first else (_identity, self.norm)
        return after(torch.add(x, sublayer(before(x))))
