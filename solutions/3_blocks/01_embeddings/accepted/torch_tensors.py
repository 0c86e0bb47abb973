"""Tensors by hand: indexing, mT, index_put with accumulation."""

import math

import torch
from torch import nn


def lookup(ids, embedding):
    return torch.as_tensor(embedding.copy())[torch.as_tensor(ids.astype(int))]


def embed(ids, embedding):
    return torch.as_tensor(embedding.copy())[torch.as_tensor(ids.astype(int))].mul(math.sqrt(embedding.shape[1]))


def tied_logits(hidden, embedding):
    return torch.as_tensor(hidden.copy()) @ torch.as_tensor(embedding.copy()).mT


def lookup_gradient(ids, upstream, vocab_size):
    upstream = torch.as_tensor(upstream.copy())
    return upstream.new_zeros(vocab_size, upstream.shape[-1]).index_put(
        (torch.as_tensor(ids.astype(int)),), upstream, accumulate=True
    )


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return (self.weight * math.sqrt(self.weight.shape[1]))[ids]

    def logits(self, hidden):
        return hidden @ self.weight.mT
