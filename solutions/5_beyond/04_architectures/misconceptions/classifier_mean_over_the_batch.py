"""The sum of each sentence is divided by the number of real tokens of the whole batch.

A sentence then depends on its neighbours. Count the real tokens per sentence: real.sum(dim=1, keepdim=True).
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        total = (x * real[:, :, None]).sum(dim=1)
        mean = total / real.sum()
        return self.head(mean)
