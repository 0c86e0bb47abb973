"""The module normalises over the first axis, the sentences of a batch.

At each position the words share the probability. They are the last axis: dim=-1.
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=0)
