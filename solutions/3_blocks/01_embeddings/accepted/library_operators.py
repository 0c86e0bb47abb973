"""torch.nn.functional.embedding and linear; the gradient by autograd."""

import math

import torch
from torch import nn
from torch.nn import functional


def lookup(ids, embedding):
    return functional.embedding(torch.as_tensor(ids.astype(int)), torch.as_tensor(embedding.copy()))


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[-1])


def tied_logits(hidden, embedding):
    return functional.linear(torch.as_tensor(hidden.copy()), torch.as_tensor(embedding.copy()))


def lookup_gradient(ids, upstream, vocab_size):
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=torch.float64, requires_grad=True)
    functional.embedding(torch.as_tensor(ids.astype(int)), table).backward(torch.as_tensor(upstream.copy()))
    return table.grad


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return functional.embedding(ids, self.weight) * math.sqrt(self.weight.shape[-1])

    def logits(self, hidden):
        return functional.linear(hidden, self.weight)
