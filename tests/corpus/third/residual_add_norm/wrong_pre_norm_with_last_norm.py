# wrong: pre_norm normalises once more behind the addition, which belongs behind the last block of a model only; the norm is called twice.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    """norm(x + F(x))"""
    return norm(sublayer(x) + x)


def pre_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    """x + F(norm(x)), and the one more norm that pre-norm needs behind it"""
    y = sublayer(norm(x)) + x
    return norm(y)


def residual_stack(x: np.ndarray, layers: Sequence[Layer]) -> np.ndarray:
    result = x
    for F in layers:
        result = F(result) + result
    return result


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        if self.norm_first:
            return sublayer(self.norm(x)) + x
        return self.norm(sublayer(x) + x)
