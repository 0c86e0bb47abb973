"""The logits are cut off from the graph: neither the table nor the hidden vectors get a gradient.

The values are right, but nothing can learn. Stay in torch: no .detach(), .data, .numpy() or torch.no_grad().
"""

import torch
from solution import TiedEmbedding as Right


class TiedEmbedding(Right):
    def logits(self, hidden):
        with torch.no_grad():
            return hidden @ self.weight.T
