"""The module multiplies by its weights and forgets its biases.

Call the layers, self.linear_1(x), rather than using their weight alone: a call adds the bias as well.
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        return torch.relu(x @ self.linear_1.weight.T) @ self.linear_2.weight.T
