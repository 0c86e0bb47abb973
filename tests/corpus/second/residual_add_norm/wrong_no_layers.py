# wrong: residual_stack has no result when there are no layers: should give x
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def post_norm(x, sublayer, norm):
    parts = torch.stack([torch.tensor(x), torch.tensor(sublayer(x))])
    return norm(parts.sum(0).numpy())


def pre_norm(x, sublayer, norm):
    return torch.tensor(x) + torch.tensor(sublayer(norm(x)))


def residual_stack(x, layers):
    states = [x]
    for l, layer in enumerate(layers, start=1):
        states.append(layer(states[l - 1]) + states[l - 1])
        result = states[l]
    return result


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def _normed(self, t):
        return F.layer_norm(t, self.norm.normalized_shape, self.norm.weight, self.norm.bias, self.norm.eps)

    def forward(self, x, sublayer):
        change = sublayer(self._normed(x) if self.norm_first else x)
        total = x + change
        return total if self.norm_first else self._normed(total)
