# wrong: lookup_gradient averages the gradients of a repeated word instead of adding them; shows when an id occurs twice
import math

import numpy as np
import torch
from torch import nn


def one_hot(ids, vocab_size):
    return (np.asarray(ids)[..., None] == np.arange(vocab_size)).astype(float)


def lookup(ids, embedding):
    return one_hot(ids, len(embedding)) @ embedding


def embed(ids, embedding):
    vocab_size, d_model = embedding.shape
    return one_hot(ids, vocab_size) @ (embedding * d_model**0.5)


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    rows = one_hot(ids, vocab_size).reshape(-1, vocab_size)
    counts = np.maximum(rows.sum(axis=0), 1)
    return (rows / counts).T @ upstream.reshape(-1, d_model)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        hot = nn.functional.one_hot(ids, self.weight.shape[0]).to(self.weight.dtype)
        return hot @ self.weight * self.weight.shape[1] ** 0.5

    def logits(self, hidden):
        return torch.einsum("...d,vd->...v", hidden, self.weight)
