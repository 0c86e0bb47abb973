"""The module's exp or log leaves the range of numbers: far from the best word, gradients are not numbers.

Neither the logarithm of a finished softmax is safe, nor that of Σ exp of the logits as they are. Use torch.log_softmax
or logits − torch.logsumexp(logits, dim=-1, keepdim=True).
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log(torch.softmax(self.linear(x), dim=-1))
