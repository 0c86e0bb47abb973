"""The classifier takes the vector of the first token instead of the mean.

BERT itself does so, with a special token at the front of every text. Here there is no such token: take the mean
over the real tokens.
"""

from solution import Classifier as Right


class Classifier(Right):
    def forward(self, ids):
        real = ids != self.pad
        seen = real[:, None, :]
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x, seen)
        mean = x[:, 0]
        return self.head(mean)
