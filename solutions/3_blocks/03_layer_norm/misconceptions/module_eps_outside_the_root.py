"""The module adds eps to the standard deviation, outside the root.

Add self.eps to the variance and take the root of the sum: torch.sqrt(var + self.eps).
"""

from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        std = x.std(dim=-1, keepdim=True, correction=0)
        return self.gamma * (x - mean) / (std + self.eps) + self.beta
