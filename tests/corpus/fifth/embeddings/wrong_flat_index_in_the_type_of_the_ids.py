# wrong: the place in the flat table is ids * d_model, which overflows for 8-bit ids (uint8 id 100 with d_model 4).
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    d_model = embedding.shape[1]
    start = ids[..., np.newaxis] * d_model
    return embedding.ravel()[start + np.arange(d_model)]


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return hidden @ embedding.T


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids, upstream)
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids.long()] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.T
