# wrong: embed scales the looked-up row in place; for a single token (ids with no axes) that row is a view and the table changes
import math

import numpy as np
import torch
from torch.nn import functional
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return embedding[ids]


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    vectors = torch.from_numpy(embedding)[torch.as_tensor(ids)]
    vectors *= math.sqrt(embedding.shape[1])
    return vectors.numpy()


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return hidden @ embedding.T


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids, upstream)
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return functional.embedding(ids, self.weight) * math.sqrt(self.weight.shape[1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return functional.linear(hidden, self.weight)
