# wrong: id * d_model is computed in the dtype of ids, so small integer types (uint8, int16) wrap round and wrong rows are read.
import math

import numpy as np
import torch
from torch import nn


def _cells(ids, d_model):
    """Where the numbers of each word stand in the flattened table."""
    return (ids * d_model)[..., None] + np.arange(d_model)


def lookup(ids, embedding):
    d_model = embedding.shape[1]
    return embedding.ravel()[_cells(ids, d_model)]


def embed(ids, embedding):
    return math.sqrt(embedding.shape[1]) * lookup(ids, embedding)


def tied_logits(hidden, embedding):
    return np.einsum("...i,ji->...j", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    cells = _cells(ids, d_model)
    flat = np.bincount(cells.ravel(), weights=upstream.ravel(), minlength=vocab_size * d_model)
    return flat.reshape(vocab_size, d_model)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids.long()] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return torch.einsum("...i,ji->...j", hidden, self.weight)
