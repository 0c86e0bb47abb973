"""The module's result is cut off from the graph: no gradient reaches x, weight or bias.

The values are right, but nothing can learn. Stay in torch: no .detach(), .data, .numpy() or torch.no_grad().
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        with torch.no_grad():
            return torch.log_softmax(self.linear(x), dim=-1)
