import math

from solution import TiedEmbedding as Right


class TiedEmbedding(Right):
    def forward(self, ids):
        return self.weight[ids] * math.sqrt(len(self.weight))
