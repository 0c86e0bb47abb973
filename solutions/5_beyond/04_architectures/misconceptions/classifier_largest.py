"""The classifier takes the largest value of each feature, not the mean over the real tokens.

Both are in use. Here it is the mean: the sum over the real tokens, divided by their number.
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        return self.head(x.masked_fill(~real[:, :, None], float("-inf")).amax(dim=1))
