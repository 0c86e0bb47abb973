"""The mean is taken over all positions, the padded ones too.

A sentence then gets a different vector when it is batched with a longer one. Add up the real tokens only, and divide by
their number.
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        mean = x.mean(dim=1)
        return self.head(mean)
