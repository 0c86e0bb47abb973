"""The module uses GELU instead of ReLU.

GELU is a later, smooth variant. The ReLU of the original Transformer is max(0, h): torch.relu.
"""

from solution import FeedForward as Right
from torch.nn import functional


class FeedForward(Right):
    def forward(self, x):
        return self.linear_2(functional.gelu(self.linear_1(x)))
