"""The module adds its input to the result.

That is the residual connection, which goes around this layer and has an exercise of its own. Return
what self.linear_2 gives, alone.
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        return x + self.linear_2(torch.relu(self.linear_1(x)))
