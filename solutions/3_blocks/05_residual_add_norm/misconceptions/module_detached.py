"""The module's result is cut off from the graph: no gradient reaches x, the sublayer or the norm.

The values are right, but nothing can learn. Stay in torch from x to the result: no .detach(), .data,
.numpy() or torch.no_grad() in forward.
"""

import torch
from solution import AddNorm as Right


class AddNorm(Right):
    def forward(self, x, sublayer):
        with torch.no_grad():
            return super().forward(x, sublayer)
