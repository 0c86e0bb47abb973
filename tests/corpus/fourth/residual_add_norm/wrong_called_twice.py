# wrong: the sublayer is called once more just to check its shape, wrong for a sublayer with a state or a count of calls.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    normed = norm(x)
    assert sublayer(normed).shape == x.shape, "the sublayer must keep the shape"
    return x + sublayer(normed)


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

        before, after = (self.norm, nn.Identity()) if self.norm_first else (nn.Identity(), self.norm)
        return after(torch.add(x, sublayer(before(x))))
