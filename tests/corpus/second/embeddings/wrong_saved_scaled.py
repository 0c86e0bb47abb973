# wrong: forward scales the table once and keeps it; shows after the weights have changed or at a second backward
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    flat = [embedding[int(i)] for i in ids.ravel()]
    return np.array(flat).reshape(ids.shape + (embedding.shape[1],))


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    columns = upstream.reshape(ids.size, -1).T
    return np.stack([np.bincount(ids.ravel(), weights=c, minlength=vocab_size) for c in columns], axis=1)


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))
        self.scaled = None

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        if self.scaled is None:
            self.scaled = self.weight * math.sqrt(self.weight.shape[1])
        return self.scaled[ids]

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.t()
