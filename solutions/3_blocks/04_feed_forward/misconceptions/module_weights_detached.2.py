import torch
from solution import FeedForward as Right
from torch.nn import functional


class FeedForward(Right):
    def forward(self, x):
        parts = [p.detach() for layer in (self.linear_1, self.linear_2) for p in (layer.weight, layer.bias)]
        hidden = torch.relu(functional.linear(x, *parts[:2]))
        return functional.linear(hidden, *parts[2:])
