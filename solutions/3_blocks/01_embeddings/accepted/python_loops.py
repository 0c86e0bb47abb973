"""Plain loops over tokens, words and features."""

import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    if np.ndim(ids) == 0:
        return [float(number) for number in embedding[int(ids)]]
    return [lookup(part, embedding) for part in ids]


def embed(ids, embedding):
    if np.ndim(ids) == 0:
        return [math.sqrt(len(embedding[0])) * float(number) for number in embedding[int(ids)]]
    return [embed(part, embedding) for part in ids]


def tied_logits(hidden, embedding):
    if np.ndim(hidden) == 1:
        return [sum(float(h * e) for h, e in zip(hidden, row, strict=True)) for row in embedding]
    return [tied_logits(part, embedding) for part in hidden]


def lookup_gradient(ids, upstream, vocab_size):
    gradient = [[0.0] * upstream.shape[-1] for _ in range(vocab_size)]
    for place in np.ndindex(*ids.shape):
        for feature, number in enumerate(upstream[place]):
            gradient[ids[place]][feature] += float(number)
    return gradient


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        rows = [self.weight[int(token)] for token in ids.flatten()]
        return math.sqrt(self.weight.shape[1]) * torch.stack(rows).reshape(*ids.shape, -1)

    def logits(self, hidden):
        return torch.stack([(hidden * row).sum(dim=-1) for row in self.weight], dim=-1)
