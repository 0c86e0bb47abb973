"""Both paths stacked on a new axis and summed over it; the state of a stack as a running sum."""

import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    return norm(np.einsum("p...->...", np.stack([x, sublayer(x)])))


def pre_norm(x, sublayer, norm):
    return np.einsum("p...->...", np.stack([x, sublayer(norm(x))]))


def residual_stack(x, layers):
    parts = [x]
    for layer in layers:
        parts.append(layer(np.sum(parts, axis=0)))
    return np.sum(parts, axis=0)


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        before, after = (self.norm, nn.Identity()) if self.norm_first else (nn.Identity(), self.norm)
        return after(torch.einsum("p...->...", torch.stack([x, sublayer(before(x))])))
