"""The module takes one mean and one variance over several tokens.

Reduce over dim=-1 alone, with keepdim=True: each token of each sequence has its own mean and variance.
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=(-2, -1), keepdim=True)
        variance = x.var(dim=(-2, -1), keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
