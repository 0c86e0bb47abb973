"""The classifier assumes that the padding has the id 0, whatever self.pad is.

0 can be a word. Padding is where ids == self.pad.
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != 0
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        total = (x * real[:, :, None]).sum(dim=1)
        mean = total / real.sum(dim=1, keepdim=True)
        return self.head(mean)
