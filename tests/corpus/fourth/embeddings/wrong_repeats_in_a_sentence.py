# wrong: the gradient loops over the sentences of a batch only, so a word repeated inside one sentence of a batch loses gradients; a lone id fails.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return embedding[ids]


def embed(ids, embedding):
    return lookup(ids, embedding) * math.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    for token, g in zip(ids, upstream):
        gradient[token] += g
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return nn.functional.embedding(ids.long(), self.weight) * self.weight.size(-1) ** 0.5

    def logits(self, hidden):
        return nn.functional.linear(hidden, self.weight)
