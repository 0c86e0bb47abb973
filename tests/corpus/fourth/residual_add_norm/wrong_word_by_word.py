# wrong: the sublayer is called for each position by itself, so attention never sees the others.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    rows = x.reshape(-1, x.shape[-1])
    changed = np.stack([row + sublayer(row[None])[0] for row in rows])
    return norm(changed.reshape(x.shape))


def pre_norm(x, sublayer, norm):
    branch = norm(x.copy())
    branch = sublayer(branch)
    return np.sum([x, branch], axis=0)


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
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
