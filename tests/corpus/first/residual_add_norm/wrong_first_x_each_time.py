# wrong: residual_stack adds the first x after every layer instead of the input of that layer; shows for two or more layers
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    return norm(x + sublayer(x))


def pre_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    return x + sublayer(norm(x))


def residual_stack(x: np.ndarray, layers: Sequence[Layer]) -> np.ndarray:
    out = x
    for layer in layers:
        out = layer(out) + x
    return out


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        if self.norm_first:
            return x + sublayer(self.norm(x))
        return self.norm(x + sublayer(x))
