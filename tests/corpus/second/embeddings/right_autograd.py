# right: torch in the functions too, the lookup gradient from autograd on a table of zeros
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def as_tensor(array, kind=torch.float64):
    return torch.tensor(np.array(array), dtype=kind)


def lookup(ids, embedding):
    return F.embedding(as_tensor(ids, torch.long), as_tensor(embedding)).numpy()


def embed(ids, embedding):
    return np.multiply(lookup(ids, embedding), embedding.shape[-1] ** 0.5)


def tied_logits(hidden, embedding):
    return F.linear(as_tensor(hidden), as_tensor(embedding)).numpy()


def lookup_gradient(ids, upstream, vocab_size):
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=torch.float64, requires_grad=True)
    vectors = F.embedding(as_tensor(ids, torch.long), table)
    vectors.backward(as_tensor(upstream))
    return table.grad.numpy()


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        rows = self.weight.index_select(0, ids.reshape(-1))
        return rows.reshape(*ids.shape, -1) * math.sqrt(self.weight.shape[-1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return F.linear(hidden, self.weight)
