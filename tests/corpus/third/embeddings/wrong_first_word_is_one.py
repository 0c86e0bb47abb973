# wrong: the one-hot rows count the words from 1, so word 0 gets a vector of zeros and every other word its predecessor's row.
import math

import numpy as np
import torch
from torch import nn


def _one_hot(ids, vocab_size):
    columns = np.arange(1, vocab_size + 1)
    return (np.expand_dims(ids, -1) == columns).astype(float)


def lookup(ids, embedding):
    return _one_hot(ids, embedding.shape[0]) @ embedding


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

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.T
