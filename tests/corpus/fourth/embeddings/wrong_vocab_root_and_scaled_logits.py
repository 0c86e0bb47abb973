# wrong: two mistakes: embed multiplies by the root of the vocabulary's size, and the module's logits are scaled too.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    return embedding[ids] * np.sqrt(len(embedding))


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    d = upstream.shape[-1]
    gradient = np.zeros((vocab_size, d))
    for v, g in zip(np.asarray(ids).reshape(-1).tolist(), upstream.reshape(-1, d)):
        gradient[v] += g
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self._scale() * self.weight[ids.long()]

    def logits(self, hidden):
        return self._scale() * hidden @ self.weight.T

    def _scale(self):
        return math.sqrt(self.weight.shape[1])
