"""The module has no ReLU between its two layers.

self.linear_2(self.linear_1(x)) is one linear layer in disguise. Put torch.relu around the inner part.
"""

from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        return self.linear_2(self.linear_1(x))
