# right: the formulas as they stand, one line each; a stack of no layers hands x itself back.
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
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        return x + sublayer(self.norm(x)) if self.norm_first else self.norm(x + sublayer(x))
