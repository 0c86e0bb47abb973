# wrong: for one token (ids without axes) embed takes a view of the row and scales it in place, which changes the caller's table.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    if ids.ndim == 0:  # one token
        return embedding[int(ids)]
    return embedding[ids]


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    vectors = lookup(ids, embedding)  # fancy indexing makes a copy, so it may be changed
    vectors *= math.sqrt(embedding.shape[1])
    return vectors


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return hidden.dot(embedding.T)


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    grad = np.zeros((vocab_size, upstream.shape[-1]), dtype=upstream.dtype)
    np.add.at(grad, ids, upstream)
    return grad


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.t()
