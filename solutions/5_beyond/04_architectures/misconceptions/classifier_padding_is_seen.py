"""The classifier's tokens see the padding.

The mean leaves it out, but attention has mixed it into the real tokens before. Hide the padded keys in every block:
(ids != self.pad)[:, None, :].
"""

import torch
from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = torch.ones(1, 1, 1, dtype=torch.bool)
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        total = (x * real[:, :, None]).sum(dim=1)
        mean = total / real.sum(dim=1, keepdim=True)
        return self.head(mean)
