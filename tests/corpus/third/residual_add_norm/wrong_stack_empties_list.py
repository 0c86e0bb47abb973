# wrong: residual_stack pops the layers from the caller's list, which is empty at the second call; a tuple of layers raises an error.
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


def post_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    changed = np.asarray(sublayer(x))
    return norm(np.sum([x, changed], axis=0))


def pre_norm(x: np.ndarray, sublayer: Layer, norm: Layer) -> np.ndarray:
    changed = np.asarray(sublayer(norm(x)))
    return np.sum([x, changed], axis=0)


def residual_stack(x: np.ndarray, layers: Sequence[Layer]) -> np.ndarray:
    while layers:
        layer = layers.pop(0)
        x = np.sum([x, layer(x)], axis=0)
    return x


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def forward(self, x: torch.Tensor, sublayer: Callable[[torch.Tensor], torch.Tensor]) -> torch.Tensor:
        def normed(v):
            return self.norm(v)

        return x + sublayer(normed(x)) if self.norm_first else normed(x + sublayer(x))
