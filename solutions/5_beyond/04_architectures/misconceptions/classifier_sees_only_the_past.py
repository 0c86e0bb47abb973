"""The classifier's tokens see only themselves and the tokens before.

That is a decoder's mask. A text to be classified is known as a whole: let every token see all real tokens, so that
the first words know the last ones.
"""

import torch
from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :] & torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).tril()
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        total = (x * real[:, :, None]).sum(dim=1)
        mean = total / real.sum(dim=1, keepdim=True)
        return self.head(mean)
