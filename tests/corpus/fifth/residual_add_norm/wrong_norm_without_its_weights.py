# wrong: the module normalises with the functional layer norm, without the weight and bias of self.norm; values other than 1 and 0 in self.norm show it.
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
        if self.norm_first:
            return x + sublayer(nn.functional.layer_norm(x, x.shape[-1:]))
        return nn.functional.layer_norm(x + sublayer(x), x.shape[-1:])
