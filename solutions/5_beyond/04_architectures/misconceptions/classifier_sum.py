"""The classifier adds up the vectors of the real tokens and does not divide: long sentences get large logits.

Divide by the number of real tokens of each sentence.
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
        return self.head(total)
