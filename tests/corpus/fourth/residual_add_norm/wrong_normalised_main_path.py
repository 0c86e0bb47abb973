# wrong: pre_norm adds the change to the normalised x, not to x.
from functools import reduce

import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    change = sublayer(x.copy())
    return norm(np.add(x, change))


def pre_norm(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)


def residual_stack(x, layers):
    return reduce(lambda state, layer: state + layer(state), layers, x.copy())


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):

        before, after = (self.norm, nn.Identity()) if self.norm_first else (nn.Identity(), self.norm)
        return after(torch.add(x, sublayer(before(x))))
