# right: loops over flat ids and over words of the vocabulary
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    flat = [embedding[int(i)] for i in ids.ravel()]
    return np.array(flat).reshape(ids.shape + (embedding.shape[1],))


def embed(ids, embedding):
    vectors = lookup(ids, embedding)
    return math.sqrt(vectors.shape[-1]) * vectors


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    scores = [(hidden * word).sum(axis=-1) for word in embedding]
    return np.stack(scores, axis=-1)


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
        d_model = self.weight.shape[1]
        flat = [self.weight[int(i)] for i in ids.reshape(-1)]
        return (torch.stack(flat) if flat else self.weight[:0]).reshape(tuple(ids.shape) + (d_model,)) * math.sqrt(d_model)

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.stack([(hidden * row).sum(-1) for row in self.weight.unbind(0)], dim=-1)
