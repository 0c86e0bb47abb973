# right: one-hot rows times the table; the gradient is the transposed product; einsum at the output.
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def _one_hot(ids, vocab_size):
    return (np.asarray(ids)[..., None].astype(np.int64) == np.arange(vocab_size)).astype(float)


def lookup(ids, embedding):
    return _one_hot(ids, len(embedding)) @ embedding


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    hot = _one_hot(ids, vocab_size).reshape(-1, vocab_size)
    return hot.T @ upstream.reshape(len(hot), upstream.shape[-1])


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        hot = nn.functional.one_hot(ids.long(), self.weight.shape[0]).to(self.weight.dtype)
        return hot @ self.weight * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return torch.einsum("...d,vd->...v", hidden, self.weight)
