"""The module computes with detached copies of its weights.

Call the layers, self.linear_1(x). Weights read through .detach(), .data or torch.no_grad() get no
gradient, and never learn.
"""

import torch
from solution import FeedForward as Right
from torch.nn import functional


class FeedForward(Right):
    def forward(self, x):
        W_1, W_2 = self.linear_1.weight.detach(), self.linear_2.weight.detach()
        hidden = torch.relu(functional.linear(x, W_1, self.linear_1.bias))
        return functional.linear(hidden, W_2, self.linear_2.bias)
