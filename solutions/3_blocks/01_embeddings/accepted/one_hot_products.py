"""Everything as a product with one-hot rows."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return np.eye(len(embedding))[ids] @ embedding


def embed(ids, embedding):
    return np.eye(len(embedding))[ids] @ embedding * embedding.shape[1] ** 0.5


def tied_logits(hidden, embedding):
    return np.dot(hidden, embedding.transpose())


def lookup_gradient(ids, upstream, vocab_size):
    one_hot = np.eye(vocab_size)[ids].reshape(-1, vocab_size)
    return one_hot.T @ upstream.reshape(-1, upstream.shape[-1])


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        one_hot = nn.functional.one_hot(ids, len(self.weight)).to(self.weight.dtype)
        return math.sqrt(self.weight.size(1)) * (one_hot @ self.weight)

    def logits(self, hidden):
        return torch.matmul(hidden, self.weight.transpose(0, 1))
