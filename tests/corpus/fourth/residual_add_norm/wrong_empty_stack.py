# wrong: the stack starts with the first layer, so a stack of no layers fails instead of giving x.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    first, *rest = layers
    result = x + first(x)
    for layer in rest:
        result = result + layer(result)
    return result


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):

        before, after = (self.norm, nn.Identity()) if self.norm_first else (nn.Identity(), self.norm)
        return after(torch.add(x, sublayer(before(x))))
