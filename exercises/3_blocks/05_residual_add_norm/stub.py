from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]  # takes an array (..., d_model), returns one of the same shape


def post_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    """Add and norm as in the original Transformer: the norm comes after the addition.

    x: (..., d_model)    sublayer: attention or feed-forward, called once, on the whole array
    norm: a layer norm, called once
    returns (..., d_model); x itself is not changed
    """
    raise NotImplementedError


def pre_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    """The later arrangement: the norm comes before the sublayer, on the side path only.

    x: (..., d_model)    sublayer, norm: each called once, on the whole array
    returns (..., d_model); x itself is not changed
    """
    raise NotImplementedError


def residual_stack(x: np.ndarray, layers: Sequence[Layer]) -> np.ndarray:
    """Many layers, one after the other, each with a residual connection around it and no norm.

    x: (..., d_model)    layers: called in this order, each once
    returns (..., d_model), the output of the last; x itself is not changed
    """
    raise NotImplementedError


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        """Pre-norm if norm_first, else post-norm. x: (..., d_model) -> (..., d_model).

        Gradients flow back to x along both paths, to the norm, and to whatever the sublayer holds.
        """
        raise NotImplementedError
