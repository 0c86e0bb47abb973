# wrong: tied_logits turns all axes round with .T, which is right for a vector or a table of hidden vectors but swaps batch and position for a batch.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    flat = [embedding[i] for i in ids.flatten()]
    return np.array(flat).reshape(*ids.shape, embedding.shape[1])


def embed(ids, embedding):
    return np.sqrt(embedding.shape[1]) * lookup(ids, embedding)


def tied_logits(hidden, embedding):
    """Every row of the table against every hidden vector: (vocab, ...), then the vocabulary to the end."""
    scores = np.tensordot(embedding, hidden, axes=(1, hidden.ndim - 1))
    return scores.T


def lookup_gradient(ids, upstream, vocab_size):
    result = np.zeros((vocab_size, upstream.shape[-1]))
    for word, g in zip(ids.flatten(), upstream.reshape(-1, upstream.shape[-1])):
        result[word] += g
    return result


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return torch.embedding(self.weight, ids).mul(math.sqrt(self.weight.shape[1]))

    def logits(self, hidden):
        return torch.tensordot(hidden, self.weight, dims=([-1], [1]))
