"""The module's log-probabilities stop at a floor: a small number is added before the logarithm, or they are clamped.

It hides the −∞, but then very unlikely words look equally bad and get no gradient. torch.log_softmax needs no
patch.
"""

import torch
from solution import OutputHead as Right


class OutputHead(Right):
    def forward(self, x):
        return torch.log(torch.softmax(self.linear(x), dim=-1) + 1e-9)
