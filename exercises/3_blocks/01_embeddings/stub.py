"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    """The vector of every token: row id of the table.

    ids: (...), integers from 0 to vocab_size - 1; one token is an array without axes
    embedding: (vocab_size, d_model)
    returns (..., d_model)
    """
    raise NotImplementedError


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    """The vector of every token, times √d_model.

    ids: (...)    embedding: (vocab_size, d_model), left as it is
    returns (..., d_model)
    """
    raise NotImplementedError


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    """A score for every word of the vocabulary: the dot product of the hidden vector with the word's vector.

    hidden: (..., d_model)    embedding: (vocab_size, d_model)
    returns (..., vocab_size)
    """
    raise NotImplementedError


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    """The gradient of a loss with respect to the table, if the table was used by lookup(ids, embedding).

    ids: (...)    upstream: (..., d_model), the gradient of the loss with respect to the vectors looked up
    returns (vocab_size, d_model)
    """
    raise NotImplementedError


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """ids: int64 (...) -> (..., d_model): the rows of the table, times √d_model."""
        raise NotImplementedError

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """hidden: (..., d_model) -> (..., vocab_size): dot products with all rows, not scaled."""
        raise NotImplementedError
