"""The module's forward leaves out the factor √d_model.

Multiply the rows by math.sqrt(self.weight.shape[1]).
"""

from solution import TiedEmbedding as Right


class TiedEmbedding(Right):
    def forward(self, ids):
        return self.weight[ids]
