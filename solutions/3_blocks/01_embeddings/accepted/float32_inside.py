"""Single precision inside, einsum and index_add."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return np.take(embedding.astype(np.float32), ids, axis=0)


def embed(ids, embedding):
    return np.take(embedding.astype(np.float32), ids, axis=0) * np.float32(math.sqrt(embedding.shape[1]))


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden.astype(np.float32), embedding.astype(np.float32))


def lookup_gradient(ids, upstream, vocab_size):
    gradient = torch.zeros(vocab_size, upstream.shape[-1], dtype=torch.float32)
    rows = torch.as_tensor(upstream.copy(), dtype=torch.float32).reshape(-1, upstream.shape[-1])
    return gradient.index_add(0, torch.as_tensor(ids.astype(int)).flatten(), rows)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight.float().index_select(0, ids.flatten()).view(*ids.shape, -1) * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return torch.einsum("...d,vd->...v", hidden.float(), self.weight.float())
