# wrong: logits uses the table scaled by sqrt(d_model), as forward does; shows for d_model > 1
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

    def scaled(self):
        return self.weight * math.sqrt(self.weight.shape[1])

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.scaled()[ids]

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.matmul(hidden, self.scaled().transpose(0, 1))
