# right: careful copies and in-place sums on the copy, results are tensors
import numpy as np
import torch
from torch import nn


def _sum(a, b):
    total = np.array(a, dtype=np.result_type(a, b, np.float32))
    total += b
    return total


def post_norm(x, sublayer, norm):
    road = np.copy(x)
    change = sublayer(np.copy(x))
    return torch.tensor(norm(_sum(road, change)))


def pre_norm(x, sublayer, norm):
    road = np.copy(x)
    side = norm(np.copy(x))
    change = sublayer(side)
    return torch.tensor(_sum(road, change))


def residual_stack(x, layers):
    current = np.copy(x)
    for number in range(len(layers)):
        change = layers[number](current.copy())
        current = _sum(current, change)
    return torch.tensor(current)


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        branch = x.clone()
        if self.norm_first:
            branch = self.norm(branch)
        total = torch.add(x, sublayer(branch))
        return total if self.norm_first else self.norm(total)
