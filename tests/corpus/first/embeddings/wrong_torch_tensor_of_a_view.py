# wrong: torch.tensor refuses arrays that run backwards in memory, such as a table handed over as [::-1]; taken for right at first
import math

import numpy as np
import torch
from torch import nn


def _ids(a) -> torch.Tensor:
    return torch.tensor(np.asarray(a)).long()


def _tensor(a) -> torch.Tensor:
    return torch.tensor(np.asarray(a), dtype=torch.float64)


def lookup(ids, embedding):
    ids = _ids(ids)
    return _tensor(embedding).index_select(0, ids.reshape(-1)).reshape(*ids.shape, -1)


def embed(ids, embedding):
    return lookup(ids, embedding).mul(math.sqrt(embedding.shape[-1]))


def tied_logits(hidden, embedding):
    return torch.matmul(_tensor(hidden), _tensor(embedding).transpose(0, 1))


def lookup_gradient(ids, upstream, vocab_size):
    upstream = _tensor(upstream)
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=upstream.dtype, requires_grad=True)
    out = nn.functional.embedding(_ids(ids), table)
    (gradient,) = torch.autograd.grad(out, table, upstream)
    return gradient


class TiedEmbedding(nn.Module):
    """One table for both ends of the model."""

    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    @property
    def scale(self) -> float:
        return math.sqrt(self.weight.shape[1])

    def forward(self, ids):
        return self.scale * self.weight[ids]

    def logits(self, hidden):
        return hidden @ self.weight.mT
