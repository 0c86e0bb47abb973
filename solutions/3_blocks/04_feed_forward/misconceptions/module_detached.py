"""The module's result is cut off from the graph: no gradient reaches the input or the layers.

The values are right, but nothing can learn. Stay in torch from x to the result: no .detach(), .data,
.numpy() or torch.no_grad() in forward.
"""

import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        hidden = self.linear_1(x).detach().numpy().clip(min=0)
        return self.linear_2(torch.from_numpy(hidden)).detach()
