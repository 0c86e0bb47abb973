# wrong: two mistakes: the module has pre- and post-norm mixed up, and the last layer of the stack gets no residual.
from functools import reduce

import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    change = sublayer(x.copy())
    return norm(np.add(x, change))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    if not layers:
        return x
    for layer in layers[:-1]:
        x = x + layer(x)
    return layers[-1](x)


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):

        if not self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
