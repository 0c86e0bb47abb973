# right: double precision buffers of its own, element by element sums, recursion for the stack and the norm written with F.layer_norm.
from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

Layer = Callable[[np.ndarray], np.ndarray]


class Road:
    """Keeps a private copy of what came in, so that nobody can change it on the side road."""

    def __init__(self, x):
        self.kept = np.array(x, dtype=np.float64)

    def join(self, change):
        total = np.empty_like(self.kept)
        for place, value in np.ndenumerate(np.asarray(change)):
            total[place] = self.kept[place] + value
        return total


def post_norm(x, sublayer, norm):
    road = Road(x)
    return norm(road.join(sublayer(x)))


def pre_norm(x, sublayer, norm):
    road = Road(x)
    normalised = norm(x)
    return road.join(sublayer(normalised))


def residual_stack(x, layers):
    if len(layers) == 0:
        return np.array(x)
    return residual_stack(Road(x).join(layers[0](x)), layers[1:])


class AddNorm(nn.Module):
    """One residual connection with its norm, around any sublayer."""

    def __init__(self, d_model: int, norm_first: bool) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.norm_first = norm_first

    def _normalise(self, x):
        n = self.norm
        return F.layer_norm(x, n.normalized_shape, n.weight, n.bias, n.eps)

    def forward(self, x, sublayer):
        if self.norm_first:
            branch = sublayer(self._normalise(x))
            return torch.stack((x, branch)).sum(dim=0)
        branch = sublayer(x)
        return self._normalise(torch.stack((x, branch)).sum(dim=0))
