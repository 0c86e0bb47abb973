"""The module adds beta before it multiplies by gamma, so that beta is scaled too.

self.gamma * normalised + self.beta: the product first.
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, correction=0)
        return self.gamma * ((x - mean) / torch.sqrt(variance + self.eps) + self.beta)
