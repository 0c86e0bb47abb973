# wrong: lookup_gradient adds a whole sentence at a time for ids with two axes or more, repeats written once; shows for repeats in a sentence of a batch
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


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    if ids.ndim == 0:
        gradient[ids] = upstream
        return gradient
    for token, g in zip(ids, upstream):
        gradient[token] += g
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        rows = self.weight.index_select(0, ids.reshape(-1))
        return rows.reshape(*ids.shape, -1) * math.sqrt(self.weight.shape[-1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.einsum("...d,vd->...v", hidden, self.weight)
