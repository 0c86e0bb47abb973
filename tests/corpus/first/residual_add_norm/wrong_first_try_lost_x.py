# wrong: pre_norm adds the normalised x and has a second norm; residual_stack loses the old x and adds the new one to itself
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
    x = norm(x)
    return torch.tensor(norm(x + sublayer(x)))


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x)
        x = x + x
    return torch.tensor(x)


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
