# wrong: post_norm adds x into the array that the sublayer returned; a sublayer that returns its argument shows it (x is changed).
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    y = sublayer(x)
    y += x
    return norm(y)


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x) + x
    return x


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
