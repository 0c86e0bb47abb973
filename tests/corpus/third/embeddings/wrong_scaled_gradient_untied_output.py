# wrong: lookup_gradient multiplies by the root of d_model as if it belonged to embed, and logits uses a detached copy of the table, so it gets no gradient.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    d = embedding.shape[1]
    return embedding[ids] * np.sqrt(d)


def tied_logits(hidden, embedding):
    return hidden @ np.swapaxes(embedding, 0, 1)


def lookup_gradient(ids, upstream, vocab_size):
    d = upstream.shape[-1]
    hot = np.eye(vocab_size)[ids].reshape(-1, vocab_size)
    return hot.T @ upstream.reshape(-1, d) * np.sqrt(d)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids] * self.weight.shape[1] ** 0.5

    def logits(self, hidden):
        head = nn.Linear(self.weight.shape[1], self.weight.shape[0], bias=False)
        head.weight.data = self.weight.data  # tie the output layer to the table
        return head(hidden)
