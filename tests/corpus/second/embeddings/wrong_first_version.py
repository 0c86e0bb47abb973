# wrong: lookup_gradient writes repeated rows once and skips word 0 as if it were padding; embed divides by sqrt(d_model)
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    return lookup(ids, embedding) / math.sqrt(embedding.shape[1])


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    scores = [(hidden * word).sum(axis=-1) for word in embedding]
    return np.stack(scores, axis=-1)


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    real = ids > 0
    gradient[ids[real]] += upstream[real]
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
