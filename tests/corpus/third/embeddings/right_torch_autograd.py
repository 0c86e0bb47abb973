# right: torch inside (F.embedding, F.linear), the gradient by autograd itself, converted back to numpy.
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def _t(array):
    """A copy as a tensor; np.array makes negative strides harmless."""
    return torch.tensor(np.array(array, order="C"))


def lookup(ids, embedding):
    return F.embedding(_t(ids).long(), _t(embedding)).numpy()


def embed(ids, embedding):
    table = _t(embedding)
    return (F.embedding(_t(ids).long(), table) * math.sqrt(table.size(-1))).numpy()


def tied_logits(hidden, embedding):
    h, table = _t(hidden), _t(embedding)
    dtype = torch.promote_types(h.dtype, table.dtype)
    return F.linear(h.to(dtype), table.to(dtype)).numpy()


def lookup_gradient(ids, upstream, vocab_size):
    g = _t(upstream).double()
    table = torch.zeros(vocab_size, g.shape[-1], dtype=torch.float64, requires_grad=True)
    F.embedding(_t(ids).long(), table).backward(g)
    return table.grad.numpy()


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return F.embedding(ids.long(), self.weight) * math.sqrt(self.weight.size(1))

    def logits(self, hidden):
        return F.linear(hidden, self.weight)
