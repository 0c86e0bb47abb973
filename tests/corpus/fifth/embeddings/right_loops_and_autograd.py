# right: loops with a dictionary in the lookup; the gradient is left to torch autograd on a table of zeros.
"""Embeddings: from token ids to vectors, and back to a score for every word with the same table."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    result = np.empty(ids.shape + embedding.shape[1:], dtype=embedding.dtype)
    for place in np.ndindex(*ids.shape):
        result[place] = embedding[int(ids[place])]
    return result


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    scores = [(hidden * word).sum(axis=-1) for word in embedding]
    return np.stack(scores, axis=-1)


def lookup_gradient(ids, upstream, vocab_size):
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=torch.float64, requires_grad=True)
    found = table[torch.tensor(ids.astype(np.int64))]
    found.backward(torch.tensor(upstream.astype(np.float64)))
    return table.grad.numpy()


class TiedEmbedding(nn.Module):
    """One table for both ends of the model: its rows are the words' vectors and the words' output weights."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        flat = self.weight.index_select(0, ids.reshape(-1).long())
        return flat.reshape(*ids.shape, self.weight.shape[1]) * self.weight.shape[1] ** 0.5

    def logits(self, hidden):
        return torch.matmul(hidden, self.weight.t())
