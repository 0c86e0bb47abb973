"""The module detaches its input: its own layers learn, the layers below get no gradient.

Use x itself, not x.detach(), x.data or a copy made with torch.tensor(x).
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        return self.linear_2(torch.relu(self.linear_1(x.detach())))
