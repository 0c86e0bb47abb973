# wrong: id 0 is taken for padding (padding_idx=0), so the row of word 0 never gets a gradient from a lookup.
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PAD = 0


def _tensor(a):
    return torch.as_tensor(np.ascontiguousarray(a))


def _ids(ids):
    return torch.as_tensor(np.array(ids, dtype=np.int64))


def lookup(ids, embedding):
    return F.embedding(_ids(ids), _tensor(embedding)).numpy()


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return np.asarray(hidden) @ np.asarray(embedding).T


def lookup_gradient(ids, upstream, vocab_size):
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=torch.float64, requires_grad=True)
    vectors = F.embedding(_ids(ids), table, padding_idx=PAD)
    vectors.backward(torch.as_tensor(np.array(upstream, dtype=np.float64)))
    return table.grad.numpy()


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return F.embedding(ids, self.weight, padding_idx=PAD) * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return F.linear(hidden, self.weight)
