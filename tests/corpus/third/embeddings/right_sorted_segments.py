# right: np.take for rows, and the gradient by sorting the places by word and summing each segment with reduceat.
import math

import numpy as np
import torch
from torch import nn


class _Table:
    """A small wrapper that knows the two uses of the table."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.vocab_size, self.d_model = numbers.shape

    def rows(self, ids):
        return np.take(self.numbers, ids, axis=0)

    def scores(self, hidden):
        return np.inner(hidden, self.numbers)


def lookup(ids, embedding):
    return _Table(embedding).rows(ids)


def embed(ids, embedding):
    table = _Table(embedding)
    return np.multiply(table.rows(ids), np.sqrt(table.d_model))


def tied_logits(hidden, embedding):
    return _Table(embedding).scores(hidden)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    words = np.ravel(ids).astype(np.intp)
    grads = np.reshape(upstream, (words.size, d_model)).astype(np.float64)
    result = np.zeros((vocab_size, d_model))
    if words.size == 0:
        return result
    order = np.argsort(words, kind="stable")
    present, starts = np.unique(words[order], return_index=True)
    result[present] = np.add.reduceat(grads[order], starts, axis=0)
    return result


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    @property
    def scale(self):
        return self.weight.shape[-1] ** 0.5

    def forward(self, ids):
        return self.weight[ids.long()] * self.scale

    def logits(self, hidden):
        return hidden @ self.weight.mT
