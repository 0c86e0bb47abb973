# wrong: the module computes the scaled table at the first call and keeps it, so after a training step forward still reads the old numbers.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids, upstream)
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def _input_table(self):
        # scale the table once, not at every call
        if not hasattr(self, "scaled"):
            self.scaled = self.weight * math.sqrt(self.weight.shape[1])
        return self.scaled

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self._input_table()[ids]

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.T
