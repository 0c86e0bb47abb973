# wrong: gradient[word] += ... with fancy indexing keeps only one of the gradients of a repeated word.
"""Embeddings with plain indexing."""
import math

import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return embedding[ids, :]


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    d_model = embedding.shape[-1]
    return math.sqrt(d_model) * lookup(ids, embedding)


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return np.dot(hidden, embedding.transpose())


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    words = ids.reshape(-1)
    grads = upstream.reshape(words.shape[0], upstream.shape[-1])
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    gradient[words] += grads
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        d_model = self.weight.shape[1]
        return self.weight[ids] * d_model**0.5

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.matmul(hidden, self.weight.transpose(0, 1))
