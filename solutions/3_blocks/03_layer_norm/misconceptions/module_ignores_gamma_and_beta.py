"""The module normalises, but does not use its gamma and beta.

Multiply by self.gamma and add self.beta: unused parameters receive no gradient and never learn.
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, correction=0)
        return (x - mean) / torch.sqrt(variance + self.eps)
