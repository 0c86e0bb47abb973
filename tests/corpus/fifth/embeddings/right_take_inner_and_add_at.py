# right: np.take, np.inner, np.add.at; F.embedding and F.linear in the module.
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return np.take(embedding, ids.astype(np.intp), axis=0).copy()


def embed(ids, embedding):
    rows = lookup(ids, embedding).astype(float)
    rows *= embedding.shape[-1] ** 0.5
    return rows


def tied_logits(hidden, embedding):
    return np.inner(hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    table = np.zeros((vocab_size, d_model))
    np.add.at(table, ids.reshape(-1).astype(np.intp), upstream.reshape(-1, d_model))
    return table


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return math.sqrt(self.weight.size(1)) * nn.functional.embedding(ids.to(torch.int64), self.weight)

    def logits(self, hidden):
        return nn.functional.linear(hidden, self.weight)
