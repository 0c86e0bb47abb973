# wrong: lookup packs the ids into bytes, so id 256 gets the row of word 0; shows for ids of 256 and more (embed too)
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def lookup(ids, embedding):
    small = np.asarray(ids).astype(np.uint8)
    return np.take(embedding, small, axis=0)


def embed(ids, embedding):
    vectors = lookup(ids, embedding)
    return math.sqrt(vectors.shape[-1]) * vectors


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    d_model = upstream.shape[-1]
    gradient = np.zeros((vocab_size, d_model))
    for v, g in zip(ids.reshape(-1), upstream.reshape(-1, d_model)):
        gradient[v] += g
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return F.embedding(ids, self.weight) * self.weight.size(-1) ** 0.5

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return F.linear(hidden, self.weight)
