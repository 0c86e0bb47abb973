# wrong: two mistakes: post_norm normalises both parts one by one, and the module's pre-norm ends with the norm once more.
from functools import reduce

import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x) + norm(sublayer(x))


def pre_norm(x, sublayer, norm):
    branch = norm(x.copy())
    branch = sublayer(branch)
    return np.sum([x, branch], axis=0)


def residual_stack(x, layers):
    return reduce(lambda state, layer: state + layer(state), layers, x.copy())


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):

        inner = self.norm(x) if self.norm_first else x
        return self.norm(x + sublayer(inner))
