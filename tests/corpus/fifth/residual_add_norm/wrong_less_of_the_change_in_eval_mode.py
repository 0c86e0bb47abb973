# wrong: in eval mode the module adds 0.9 of the change, for a dropout that it does not have; shows after eval().
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    added = x + sublayer(x)
    return norm(added)


def pre_norm(x, sublayer, norm):
    branch = sublayer(norm(x))
    return x + branch


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x) + x
    return x


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        keep = 1.0 if self.training else 0.9
        if self.norm_first:
            return x + keep * sublayer(self.norm(x))
        return self.norm(x + keep * sublayer(x))
