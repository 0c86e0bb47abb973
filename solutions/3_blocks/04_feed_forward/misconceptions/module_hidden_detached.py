"""The module cuts the graph at its hidden values: the second layer learns, the first and the input do not.

Apply torch.relu to the hidden tensor itself. A detour through .detach(), .data or numpy stops the gradient
there.
"""

import numpy as np
import torch
from solution import FeedForward as Right


class FeedForward(Right):
    def forward(self, x):
        hidden = np.maximum(self.linear_1(x).detach().numpy(), 0)
        return self.linear_2(torch.tensor(hidden))
