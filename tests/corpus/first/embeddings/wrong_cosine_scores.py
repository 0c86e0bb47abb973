# wrong: tied_logits divides by the length of the word vectors (cosine-like), not the plain dot product; shows for rows of length other than 1
import math

import numpy as np
import torch
from torch.nn import functional
from torch import nn


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return embedding[ids]


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    d_model = embedding.shape[1]
    return lookup(ids, embedding) * math.sqrt(d_model)


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(embedding, axis=1, keepdims=True)
    unit = embedding / np.where(lengths == 0, 1, lengths)
    return hidden @ unit.T


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
