# wrong: lookup_gradient divides by how often a word occurs (mean, not sum); shows for repeated ids
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    vectors = lookup(ids, embedding)
    return math.sqrt(vectors.shape[-1]) * vectors


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    flat = ids.reshape(-1)
    up = upstream.reshape(len(flat), -1)
    gradient = np.zeros((vocab_size, up.shape[1]))
    for v in np.unique(flat):
        gradient[v] = up[flat == v].mean(axis=0)
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
