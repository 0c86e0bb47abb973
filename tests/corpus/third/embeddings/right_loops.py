# right: plain Python loops over np.ndindex, one row at a time; the module uses index_select and a row-wise stack.
"""Embeddings, written out step by step."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    d_model = embedding.shape[1]
    out = np.empty(ids.shape + (d_model,), dtype=embedding.dtype)
    for place in np.ndindex(ids.shape):
        row = int(ids[place])
        for j in range(d_model):
            out[place + (j,)] = embedding[row, j]
    return out


def embed(ids, embedding):
    factor = math.sqrt(embedding.shape[1])
    vectors = lookup(ids, embedding).astype(np.float64)
    return vectors * factor


def tied_logits(hidden, embedding):
    out = np.zeros(hidden.shape[:-1] + (embedding.shape[0],))
    for place in np.ndindex(hidden.shape[:-1]):
        for v in range(embedding.shape[0]):
            total = 0.0
            for a, b in zip(hidden[place], embedding[v]):
                total += float(a) * float(b)
            out[place + (v,)] = total
    return out


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    gradient = np.zeros((vocab_size, d_model))
    for place in np.ndindex(ids.shape):
        for j in range(d_model):
            gradient[int(ids[place]), j] += upstream[place + (j,)]
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        flat = ids.reshape(-1).long()
        rows = torch.index_select(self.weight, 0, flat)
        return rows.reshape(*ids.shape, self.weight.shape[1]) * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        scores = [(hidden * row).sum(-1) for row in self.weight]
        return torch.stack(scores, dim=-1)
