"""The vectors of forward are cut off from the table: the input side never learns.

Index the parameter itself, self.weight[ids]. self.weight.data, .detach() and torch.no_grad() cut the graph.
"""

import math

from solution import TiedEmbedding as Right


class TiedEmbedding(Right):
    def forward(self, ids):
        return self.weight.detach()[ids] * math.sqrt(self.weight.shape[1])
