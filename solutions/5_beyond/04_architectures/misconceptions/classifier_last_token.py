"""The classifier takes the vector of the last position instead of the mean.

In a padded sentence that is padding. Take the mean over the real tokens.
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        return self.head(x[:, -1])
