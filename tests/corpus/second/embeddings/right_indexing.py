# right: fancy indexing, np.add.at, matrix product with the transpose
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids, upstream)
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.T
