# wrong: every layer of a stack adds the very first x (right for one layer), and the module with norm_first adds the normalised x; two layers, or norm_first=True.
import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    total = np.array(x, dtype=float, copy=True)
    total += np.asarray(sublayer(x))
    return norm(total)


def pre_norm(x, sublayer, norm):
    normal = norm(x)
    change = np.asarray(sublayer(normal))
    total = np.array(x, dtype=float, copy=True)
    total += change
    return total


def residual_stack(x, layers):
    out = x
    for layer in layers:
        out = layer(out) + x
    return out


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            x = self.norm(x)
        side = sublayer(x)
        total = torch.stack([x, side]).sum(0)
        return total if self.norm_first else self.norm(total)
