"""The module applies the ReLU to its input, not to the hidden layer.

The ReLU comes after the first layer: self.linear_2(torch.relu(self.linear_1(x))).
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        return self.linear_2(self.linear_1(torch.relu(x)))
