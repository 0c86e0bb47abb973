"""The module multiplies by the weight of its linear layer and leaves the bias out.

Call the layer itself, self.linear(x), or add self.linear.bias.
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log_softmax(x @ self.linear.weight.T, dim=-1)
