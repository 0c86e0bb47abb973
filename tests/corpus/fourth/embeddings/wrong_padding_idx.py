# wrong: id 0 is taken for padding in the module: row 0 of the table gets no gradient from the lookup.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    ids = np.asarray(ids)
    result = np.empty(ids.shape + embedding.shape[1:], dtype=embedding.dtype)
    for place in np.ndindex(*ids.shape):
        result[place] = embedding[int(ids[place])]
    return result


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    d = upstream.shape[-1]
    gradient = np.zeros((vocab_size, d))
    for v, g in zip(np.asarray(ids).reshape(-1).tolist(), upstream.reshape(-1, d)):
        gradient[v] += g
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        vectors = nn.functional.embedding(ids.long(), self.weight, padding_idx=0)
        return vectors * math.sqrt(self.weight.size(1))

    def logits(self, hidden):
        return nn.functional.linear(hidden, self.weight)
