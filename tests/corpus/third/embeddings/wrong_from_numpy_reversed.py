# wrong: torch.from_numpy refuses arrays with negative strides, so a table or upstream handed over as a reversed view ([::-1]) raises an error.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    table = torch.from_numpy(embedding)
    index = torch.from_numpy(np.asarray(ids, dtype=np.int64))
    return table[index].numpy()


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return torch.matmul(torch.from_numpy(hidden), torch.from_numpy(embedding).T).numpy()


def lookup_gradient(ids, upstream, vocab_size):
    g = torch.from_numpy(upstream).reshape(-1, upstream.shape[-1])
    index = torch.from_numpy(np.asarray(ids, dtype=np.int64)).reshape(-1)
    out = torch.zeros(vocab_size, g.shape[1], dtype=g.dtype)
    out.index_add_(0, index, g)
    return out.numpy()


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return torch.matmul(hidden, self.weight.T)
