# wrong: a batch of sentences is cut up and the sublayer called once for each sentence instead of once on the whole array.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def _each_sentence(function, x):
    """Sentences must not see each other, so they go in one by one."""
    if x.ndim <= 2:
        return function(x)
    return np.stack([_each_sentence(function, sentence) for sentence in x])


def post_norm(x, sublayer, norm):
    return norm(x + _each_sentence(sublayer, x))


def pre_norm(x, sublayer, norm):
    return x + _each_sentence(sublayer, norm(x))


def residual_stack(x, layers):
    for layer in layers:
        x = x + layer(x)
    return x


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x, sublayer):
        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
