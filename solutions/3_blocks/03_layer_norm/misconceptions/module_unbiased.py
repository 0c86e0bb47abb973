"""The module's variance is divided by d_model − 1: torch does so by default.

Write x.var(dim=-1, keepdim=True, correction=0).
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
