# right: own copies that are added to in place, recursion for the stack, torch.stack and sum in the module.
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
    if len(layers) == 0:
        return x.copy()
    first, *rest = layers
    return residual_stack(first(x) + x, rest)


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        side = sublayer(self.norm(x) if self.norm_first else x)
        total = torch.stack([x, side]).sum(0)
        return total if self.norm_first else self.norm(total)
