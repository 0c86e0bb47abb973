"""The module applies the ReLU after the second layer instead of between the layers.

The ReLU works on the d_ff hidden values: self.linear_2(torch.relu(self.linear_1(x))).
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        return torch.relu(self.linear_2(self.linear_1(x)))
