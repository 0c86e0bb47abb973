"""Adds in place, but into an array of its own."""

import numpy as np
from torch import nn


def post_norm(x, sublayer, norm):
    total = x.copy()
    total += sublayer(x)
    return norm(total)


def pre_norm(x, sublayer, norm):
    total = np.array(x)
    total += sublayer(norm(x))
    return total


def residual_stack(x, layers):
    state = np.array(x)
    for layer in layers:
        state += np.array(layer(state))
    return state


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        total = x.clone()
        total += sublayer(self.norm(x) if self.norm_first else x)
        return total if self.norm_first else self.norm(total)
