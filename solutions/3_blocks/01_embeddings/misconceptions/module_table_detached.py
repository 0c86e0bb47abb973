"""The module uses self.weight.data at both ends: the table never learns.

The values are right, but no gradient reaches the table. Use the parameter itself, self.weight, in forward and in
logits.
"""

import math

from solution import TiedEmbedding as Right


class TiedEmbedding(Right):
    def forward(self, ids):
        return self.weight.data[ids] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return hidden @ self.weight.data.T
