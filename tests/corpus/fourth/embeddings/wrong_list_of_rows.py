# wrong: lookup is a list of rows over the first axis, which fails for one token without axes.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return np.stack([embedding[i] for i in ids])


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids, upstream)
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight.index_select(0, ids.reshape(-1).long()).reshape(*ids.shape, -1) * math.sqrt(self.weight.shape[-1])

    def logits(self, hidden):
        return torch.einsum("...d,vd->...v", hidden, self.weight)
