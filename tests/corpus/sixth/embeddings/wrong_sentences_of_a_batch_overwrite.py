# wrong: lookup_gradient goes through the first axis of ids only, so a word that repeats in a sentence of a batch is added once; it shows on ids with two axes.
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
    if np.ndim(ids) == 0:
        gradient[ids] = upstream
        return gradient
    for row, vector in zip(ids, upstream):
        gradient[row] += vector
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids.long()] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return hidden @ self.weight.T
