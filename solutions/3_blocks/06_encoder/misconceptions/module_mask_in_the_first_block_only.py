"""Encoder hides the padding in the first block only.

Padding positions have a vector after every block. Pass keep to each block, not just to the first.
"""

import torch
from solution import Encoder as Right


class Encoder(Right):
    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
            keep = torch.ones_like(keep)
        return x
