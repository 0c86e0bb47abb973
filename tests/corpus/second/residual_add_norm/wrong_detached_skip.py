# wrong: AddNorm.forward keeps the residual as x.detach(): values right, no gradient along the main road
from functools import reduce

import numpy as np
import torch
from torch import nn


def post_norm(x, sublayer, norm):
    total = x.copy()
    total += sublayer(x.copy())
    return norm(total)


def pre_norm(x, sublayer, norm):
    result = np.array(x)
    change = sublayer(norm(x.copy()))
    np.add(result, change, out=result)
    return result


def residual_stack(x, layers):
    return reduce(lambda h, layer: np.add(h, layer(h)), layers, x.copy())


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        residual = x.detach()
        if self.norm_first:
            return sublayer(self.norm(x)) + residual
        return self.norm(sublayer(x) + residual)
