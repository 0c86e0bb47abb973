"""The module normalises over the positions, not over the words.

In a batch of sentences dim=1 is the position. The vocabulary is the last axis: dim=-1.
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        logits = self.linear(x)
        return torch.log_softmax(logits, dim=-2)
