# wrong: id 0 is treated as padding and gets no gradient, in the function and in the module; it shows on id 0.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[np.asarray(ids)]


def embed(ids, embedding):
    return lookup(ids, embedding) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return hidden @ embedding.T


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, np.asarray(ids), upstream)
    gradient[0] = 0
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        rows = nn.functional.embedding(ids.long(), self.weight, padding_idx=0)
        return rows * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return hidden @ self.weight.T
