# wrong: forward treats id 0 as padding (padding_idx=0), so row 0 gets no gradient from it; shows when id 0 occurs
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
    return np.einsum("...d,vd->...v", hidden, embedding)


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
        vectors = F.embedding(ids, self.weight, padding_idx=0)
        return vectors * math.sqrt(vectors.shape[-1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return F.linear(hidden, self.weight)
