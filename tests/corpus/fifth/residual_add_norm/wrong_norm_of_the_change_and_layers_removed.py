# wrong: post_norm adds the norm of the sublayer to x, and the stack takes the layers from a list with pop, which fails for a tuple and empties the caller's list.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return x + norm(sublayer(x))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    while layers:
        layer = layers.pop(0)
        x = x + layer(x)
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
