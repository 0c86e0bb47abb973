"""Residual connections: a sublayer adds to what is there, and a norm keeps the sum on one scale."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]  # (..., d_model) -> (..., d_model)


def post_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    """norm(x + F(x)), as in the original Transformer.  x: (..., d_model)."""
    added = x + sublayer(x)  # (..., d_model): a new array, x stays as it was
    return norm(added)  # the norm sees the sum, never one summand


def pre_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    """x + F(norm(x)): the branch is normalised, the path of x itself is not.  x: (..., d_model)."""
    branch = sublayer(norm(x))  # (..., d_model)
    return x + branch  # x as it came, not norm(x)


def residual_stack(x: np.ndarray, layers: Sequence[Layer]) -> np.ndarray:
    """x_l = F_l(x_{l-1}) + x_{l-1} for l = 1 .. L.  x: (..., d_model)."""
    for layer in layers:
        x = layer(x) + x  # both terms are the state before this layer; a new array every time
    return x


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        """Pre-norm if norm_first, else post-norm.  x: (..., d_model) -> (..., d_model)."""
        if self.norm_first:
            return x + sublayer(self.norm(x))  # one path from x to the result is free of everything
        return self.norm(x + sublayer(x))
