import torch
from solution import LayerNorm as Right


class LayerNorm(Right):
    def forward(self, x):
        return self.gamma * (x - x.mean()) / torch.sqrt(x.var(correction=0) + self.eps) + self.beta
