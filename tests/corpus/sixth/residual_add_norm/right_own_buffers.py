# right: sums are built up in buffers of its own, nothing is shared with the caller.
import numpy as np
import torch
from torch import nn


def _add(x, change):
    total = np.array(x, copy=True)
    total += np.asarray(change)
    return total


def post_norm(x, sublayer, norm):
    total = _add(x, sublayer(x))
    return np.array(norm(total))


def pre_norm(x, sublayer, norm):
    change = sublayer(norm(x))
    return _add(x, change)


def residual_stack(x, layers):
    current = np.array(x, copy=True)
    for layer in layers:
        change = layer(current)
        current = _add(current, change)
    return current


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        entrance = self.norm(x) if self.norm_first else x
        total = torch.add(x, sublayer(entrance))
        return total if self.norm_first else self.norm(total)
