# wrong: AddNorm.forward calls the sublayer under no_grad; values right, no gradient into the sublayer or along its road
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
    for layer in layers:
        x = layer(x) + x
    return x


class AddNorm(nn.Module):
    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        with torch.no_grad():
            change = sublayer(self.norm(x) if self.norm_first else x)
        y = x + change
        return y if self.norm_first else self.norm(y)
