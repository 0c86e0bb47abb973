"""The module applies a ReLU after the second layer too.

Only the hidden values go through the ReLU. Return what self.linear_2 gives, negative or not.
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        for layer in (self.linear_1, self.linear_2):
            x = torch.relu(layer(x))
        return x
