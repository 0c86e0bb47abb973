# right: copies handed in, in-place additions into own buffers, the stack with reduce
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
        main, branch = x, x
        if self.norm_first:
            branch = self.norm(branch)
        out = torch.add(main, sublayer(branch))
        return out if self.norm_first else self.norm(out)
