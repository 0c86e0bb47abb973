# wrong: embed takes the root of the vocabulary's size (wrong unless vocab_size = d_model), and tied_logits reshapes the table instead of transposing it.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return np.take(embedding, ids, axis=0)


def embed(ids, embedding):
    vectors = lookup(ids, embedding)
    return vectors * np.sqrt(len(embedding))


def tied_logits(hidden, embedding):
    vocab_size, d_model = embedding.shape
    output_matrix = embedding.reshape(d_model, vocab_size)
    return np.matmul(hidden, output_matrix)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    gradient = np.zeros((vocab_size, d_model))
    for v in range(vocab_size):
        gradient[v] = upstream[ids == v].reshape(-1, d_model).sum(axis=0)
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))
        self.d_model = d_model

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return nn.functional.embedding(ids, self.weight) * math.sqrt(self.d_model)

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return nn.functional.linear(hidden, self.weight)
