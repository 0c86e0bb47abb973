# wrong: lookup_gradient ends at the largest id and carries sqrt(d_model); logits works on a detached copy; tied_logits reshapes the table
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def lookup(ids, embedding):
    return np.take(embedding, ids, axis=0)


def embed(ids, embedding):
    vectors = lookup(ids, embedding)
    return math.sqrt(vectors.shape[-1]) * vectors


def tied_logits(hidden, embedding):
    vocab_size, d_model = embedding.shape
    return hidden @ embedding.reshape(d_model, vocab_size)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    rows = ids.max() + 1
    gradient = np.zeros((rows, d_model))
    for v, g in zip(ids.flatten(), upstream.reshape(-1, d_model)):
        gradient[v] += g * math.sqrt(d_model)
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return F.embedding(ids, self.weight) * self.weight.size(-1) ** 0.5

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return F.linear(hidden, self.weight.detach().clone())
