import math

import numpy as np
from solution import TiedEmbedding as Right


def embed(ids, embedding):
    return embedding[ids] * np.sqrt(len(embedding))


class TiedEmbedding(Right):
    def forward(self, ids):
        return self.weight[ids] * math.sqrt(len(self.weight))
