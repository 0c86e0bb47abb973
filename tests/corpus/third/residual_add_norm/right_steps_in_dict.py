# right: the order of the steps is data: both arrangements and both classes go through one interpreter of step names.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]
POST = ("branch", "add", "norm")
PRE = ("norm", "branch", "add")


def _walk(x, steps, parts):
    road, current = x, x
    for step in steps:
        if step == "add":
            current = road + current
        else:
            current = parts[step](current)
    return current


def post_norm(x, sublayer, norm):
    return _walk(x, POST, {"branch": sublayer, "norm": norm})


def pre_norm(x, sublayer, norm):
    return _walk(x, PRE, {"branch": sublayer, "norm": norm})


def residual_stack(x, layers):
    states = [x.copy()]
    for layer in layers:
        states.append(_walk(states[-1], ("branch", "add"), {"branch": layer}))
    return states[-1]


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        steps = PRE if self.norm_first else POST
        return _walk(x, steps, {"branch": sublayer, "norm": self.norm})
