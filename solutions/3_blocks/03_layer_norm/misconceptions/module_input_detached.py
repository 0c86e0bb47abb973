"""The module detaches its input: gamma and beta get gradients, the layers below get none.

Use x itself, not x.detach(), x.data or a copy made with torch.tensor(x): everything below this layer
would stop learning.
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        x = x.detach()
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
