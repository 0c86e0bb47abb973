"""The module's exp overflows or its log gets 0: far from the best word, gradients are NaN.

Neither log(softmax(x)) nor log Σ exp(x) without the maximum subtracted is safe. Use torch.log_softmax
or logits − torch.logsumexp(logits, dim=-1, keepdim=True).
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log(torch.softmax(self.linear(x), dim=-1))
