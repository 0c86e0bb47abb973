# right: one class for both arrangements with the norm as a switchable step, the stack by recursion
import numpy as np
from torch import nn


def identity(x):
    return x


class Road:
    def __init__(self, before=identity, after=identity):
        self.before, self.after = before, after

    def __call__(self, x, sublayer):
        return self.after(sum([sublayer(self.before(x)), x]))


def post_norm(x, sublayer, norm):
    return Road(after=norm)(x, sublayer)


def pre_norm(x, sublayer, norm):
    return Road(before=norm)(x, sublayer)


def residual_stack(x, layers):
    if len(layers) == 0:
        return np.array(x)
    *lower, last = layers
    return Road()(residual_stack(x, lower), last)


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        steps = {"before" if self.norm_first else "after": self.norm}
        return Road(**steps)(x, sublayer)
