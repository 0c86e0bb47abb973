# right: everything as products with one-hot rows; einsum
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def one_hot(ids, vocab_size):
    return (np.asarray(ids)[..., np.newaxis] == np.arange(vocab_size)).astype(float)


def lookup(ids, embedding):
    return one_hot(ids, len(embedding)) @ embedding


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    d = upstream.shape[-1]
    return np.einsum("pv,pd->vd", one_hot(ids.reshape(-1), vocab_size), upstream.reshape(-1, d))


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        rows = F.one_hot(ids.long(), self.weight.shape[0]).to(self.weight.dtype)
        return rows @ (self.weight * math.sqrt(self.weight.shape[1]))

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.einsum("...d,vd->...v", hidden, self.weight)
