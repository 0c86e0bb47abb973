# wrong: torch gets the arrays without a copy; it shows on arrays that run backwards.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return torch.from_numpy(embedding)[torch.tensor(np.array(ids, dtype=np.int64))].numpy()


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    vectors = torch.from_numpy(upstream)
    gradient = torch.zeros(vocab_size, vectors.shape[-1], dtype=vectors.dtype)
    flat = torch.tensor(np.array(ids, dtype=np.int64)).reshape(-1)
    gradient.index_add_(0, flat, vectors.reshape(len(flat), -1))
    return gradient.numpy()


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids.long()] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return hidden @ self.weight.T
