"""The module normalises without the gamma and beta that it holds.

Use self.norm, made in __init__. A norm made in forward, or a functional one without weights, has no
parameters to learn.
"""

from solution import AddNorm as Right
from torch import nn


class AddNorm(Right):
    def forward(self, x, sublayer):
        norm = nn.LayerNorm(x.shape[-1])
        return x + sublayer(norm(x)) if self.norm_first else norm(x + sublayer(x))
