"""The module treats mean and variance as constants: gradients do not flow through them.

Both depend on x, so their gradients belong to the answer. Compute them without .detach() and outside
torch.no_grad().
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            variance = x.var(dim=-1, keepdim=True, correction=0)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
