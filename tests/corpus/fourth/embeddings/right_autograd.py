# right: torch copies of the arrays, and the gradient of the lookup by autograd.
import math

import numpy as np
import torch
from torch import nn


def tensor(array):
    return torch.from_numpy(np.array(array))


def lookup(ids, embedding):
    return tensor(embedding)[tensor(ids.astype(np.int64))]


def embed(ids, embedding):
    return embedding.shape[-1] ** 0.5 * lookup(ids, embedding)


def tied_logits(hidden, embedding):
    return nn.functional.linear(tensor(hidden), tensor(embedding))


def lookup_gradient(ids, upstream, vocab_size):
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=torch.float64, requires_grad=True)
    table[tensor(ids.astype(np.int64))].backward(tensor(upstream.astype(np.float64)))
    return table.grad


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return nn.functional.embedding(ids.long(), self.weight) * self.weight.size(-1) ** 0.5

    def logits(self, hidden):
        return nn.functional.linear(hidden, self.weight)
