# right: one-hot products, and the functions of torch in the module.
import math

import numpy as np
import torch
from torch import nn


def _one_hot(ids, vocab_size):
    return (np.asarray(ids)[..., None] == np.arange(vocab_size)).astype(float)


def lookup(ids, embedding):
    return _one_hot(ids, len(embedding)) @ embedding


def embed(ids, embedding):
    return _one_hot(ids, len(embedding)) @ (embedding * math.sqrt(embedding.shape[1]))


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    rows = _one_hot(ids, vocab_size).reshape(-1, vocab_size)
    return rows.T @ upstream.reshape(-1, upstream.shape[-1])


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return nn.functional.embedding(ids.to(torch.int64), self.weight).mul(self.weight.shape[-1] ** 0.5)

    def logits(self, hidden):
        return nn.functional.linear(hidden, self.weight)
