# wrong: residual_stack gives every layer the first x and adds all changes, x + sum F_l(x); shows for two or more layers
from functools import reduce

from torch import nn


def residual(f):
    return lambda x: x + f(x)


def compose(*functions):
    return lambda x: reduce(lambda value, f: f(value), functions, x)


def post_norm(x, sublayer, norm):
    return compose(residual(sublayer), norm)(x)


def pre_norm(x, sublayer, norm):
    return residual(compose(norm, sublayer))(x)


def residual_stack(x, layers):
    return reduce(lambda total, layer: total + layer(x), layers, x)


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        arrangement = pre_norm if self.norm_first else post_norm
        return arrangement(x, sublayer, self.norm)
