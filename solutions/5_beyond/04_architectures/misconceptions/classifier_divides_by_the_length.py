"""The sum over the real tokens is divided by the whole length, padding included.

Long padding then shrinks the vector of a short sentence. Divide by the number of real tokens of each sentence.
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
        mean = total / ids.shape[1]
        return self.head(mean)
