# wrong: tied_logits turns the table only if the shapes do not fit as they are; shows when vocab_size equals d_model
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return np.take(embedding, ids, axis=0)


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    matrix = embedding
    if hidden.shape[-1] != matrix.shape[0]:
        matrix = matrix.T
    return np.dot(hidden, matrix)


def lookup_gradient(ids, upstream, vocab_size):
    one_hot = np.eye(vocab_size)[np.ravel(ids)]
    return one_hot.T @ upstream.reshape(-1, upstream.shape[-1])


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        rows = self.weight.index_select(0, ids.reshape(-1))
        return rows.reshape(*ids.shape, -1) * math.sqrt(self.weight.shape[-1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.T
