# wrong: two mistakes: tied_logits reshapes the table instead of transposing it, and lookup_gradient has the factor of embed.
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
    vocab_size, d_model = embedding.shape
    return hidden @ embedding.reshape(d_model, vocab_size)


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    gradient = np.zeros((vocab_size, d_model))
    np.add.at(gradient, np.ravel(ids), upstream.reshape(-1, d_model) * math.sqrt(d_model))
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids.long()] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return hidden @ self.weight.T
