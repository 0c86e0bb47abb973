"""The classifier ignores that there is padding: it is seen in every block, and counted in the mean.

Hide the padded keys, (ids != self.pad)[:, None, :], and take the mean over the real tokens only.
"""

import torch
from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        seen = torch.ones(1, 1, 1, dtype=torch.bool)
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        return self.head(x.mean(dim=1))
