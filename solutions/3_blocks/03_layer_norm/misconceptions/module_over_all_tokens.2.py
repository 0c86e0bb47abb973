import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        return self.gamma * (x - x.mean(0)) / torch.sqrt(x.var(0, correction=0) + self.eps) + self.beta
