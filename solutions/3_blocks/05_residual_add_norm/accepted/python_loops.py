"""The addition number by number, in plain Python; a stack by recursion."""

import numpy as np
import torch
from torch import nn


def added(a, b):
    if isinstance(a, float):
        return a + b
    return [added(one, other) for one, other in zip(a, b, strict=True)]


def post_norm(x, sublayer, norm):
    return norm(np.array(added(x.tolist(), sublayer(x).tolist())))


def pre_norm(x, sublayer, norm):
    return added(x.tolist(), sublayer(norm(x)).tolist())


def residual_stack(x, layers):
    if not layers:
        return x
    return residual_stack(np.array(added(x.tolist(), layers[0](x).tolist())), layers[1:])


class AddNorm(nn.Module):
    def __init__(self, d_model, norm_first):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        branch = sublayer(self.norm(x)) if self.norm_first else sublayer(x)
        total = torch.stack([one + other for one, other in zip(x, branch, strict=True)])
        return total if self.norm_first else self.norm(total)
