# wrong: residual_stack has no result for a stack of no layers (IndexError), and the module normalises without its learned weight and bias (shows once they are not 1 and 0).
from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x, sublayer, norm):
    return norm(x + sublayer(x))


def pre_norm(x, sublayer, norm):
    return x + sublayer(norm(x))


def residual_stack(x, layers):
    outputs = []
    for i, layer in enumerate(layers):
        before = x if i == 0 else outputs[i - 1]
        outputs.append(layer(before) + before)
    return outputs[-1]


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        d_model = (x.shape[-1],)
        if self.norm_first:
            return x + sublayer(F.layer_norm(x, d_model))
        return F.layer_norm(x + sublayer(x), d_model)
