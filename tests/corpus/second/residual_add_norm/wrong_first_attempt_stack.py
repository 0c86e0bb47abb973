# wrong: residual_stack runs the layers backwards and hands each the first x; the module has no residual in pre-norm
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    total = x.copy()
    for layer in reversed(layers):
        total = total + layer(x)
    return total


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            x = self.norm(x)
            x = sublayer(x)
            return x
        return self.norm(x + sublayer(x))
