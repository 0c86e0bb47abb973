# wrong: lookup_gradient flattens ids of two axes only: ids with three axes raise.
import math
import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    """Row id of the table for every token.  ids: (...); embedding: (vocab_size, d_model)."""
    return embedding[ids]


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    """The rows times √d_model.  ids: (...); embedding: (vocab_size, d_model)."""
    d_model = embedding.shape[1]
    return embedding[ids] * np.sqrt(d_model)


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    """Dot products with all words.  hidden: (..., d_model); embedding: (vocab_size, d_model)."""
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    if ids.ndim == 2:
        ids, upstream = (ids.reshape(-1), upstream.reshape(-1, upstream.shape[-1]))
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    for token, g in zip(np.atleast_1d(ids), upstream if ids.ndim else [upstream]):
        gradient[token] += g
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: (...) -> (..., d_model)."""
        d_model = self.weight.shape[1]
        return self.weight[ids] * math.sqrt(d_model)

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """hidden: (..., d_model) -> (..., vocab_size)."""
        return hidden @ self.weight.T
