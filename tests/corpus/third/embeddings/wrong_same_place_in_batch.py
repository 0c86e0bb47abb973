# wrong: the gradient goes place by place over all sentences at once, so a word that stands at the same place in two sentences of a batch is counted once.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    return embedding[ids] * embedding.shape[1] ** 0.5


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    if ids.ndim == 0:
        gradient[ids] = upstream
        return gradient
    # one place after the other, so that repeated words add up
    for p in range(ids.shape[-1]):
        gradient[ids[..., p]] += upstream[..., p, :]
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return hidden @ self.weight.T
