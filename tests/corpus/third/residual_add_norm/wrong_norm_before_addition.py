# wrong: post_norm normalises the sublayer's output before the addition, and residual_stack adds the very first x in every layer (from two layers on).
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    z = sublayer(x)
    z = norm(z)
    return x + z


def pre_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    z = norm(x)
    z = sublayer(z)
    return x + z


def residual_stack(x: np.ndarray, layers: Sequence[Layer]) -> np.ndarray:
    h = x
    for layer in layers:
        h = layer(h) + x
    return h


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
