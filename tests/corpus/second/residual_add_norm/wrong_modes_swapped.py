# wrong: AddNorm.forward does post-norm when norm_first is true and pre-norm when it is false
import numpy as np
import torch
from torch import nn


def around(f):
    def walk(x):
        return x + f(x)

    return walk


def post_norm(x, sublayer, norm):
    return norm(around(sublayer)(x))


def pre_norm(x, sublayer, norm):
    change = np.asarray(sublayer(norm(x)))
    out = np.empty(x.shape, dtype=x.dtype)
    for place in np.ndindex(x.shape):
        out[place] = x[place] + change[place]
    return out


def residual_stack(x, layers):
    if len(layers) == 0:
        return x
    first, *rest = layers
    return residual_stack(x + first(x), rest)


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if not self.norm_first:
            z = self.norm(x)
            z = sublayer(z)
            return x + z
        z = sublayer(x)
        return self.norm(x + z)
