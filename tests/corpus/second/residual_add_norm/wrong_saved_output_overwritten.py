# wrong: AddNorm.forward adds x in place into the sublayer's output: backward fails after tanh or ReLU, x changes if it is x
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


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
        h = self.norm(x) if self.norm_first else x
        h = sublayer(h)
        h += x
        return h if self.norm_first else self.norm(h)
