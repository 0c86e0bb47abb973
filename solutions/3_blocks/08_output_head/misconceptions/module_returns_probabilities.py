"""The module returns probabilities, without the logarithm.

A loss that expects log-probabilities would get numbers between 0 and 1. Use log_softmax in place of softmax.
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.softmax(self.linear(x), dim=-1)
