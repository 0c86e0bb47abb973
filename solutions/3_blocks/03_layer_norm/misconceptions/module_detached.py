"""The module's result is cut off from the graph: no gradient reaches the input, gamma or beta.

The values are right, but nothing can learn. Stay in torch from x to the result: no .detach(), .data,
.numpy() or torch.no_grad() in forward.
"""

import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            variance = x.var(dim=-1, keepdim=True, correction=0)
            return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
