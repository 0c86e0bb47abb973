"""The module takes one mean and variance per feature over all tokens, as batch norm does.

Reduce over dim=-1: each token of each sequence has its own mean and variance.
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=(0, 1))
        variance = x.var(dim=(0, 1), correction=0)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
