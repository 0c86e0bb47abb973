# wrong: tied_logits transposes all axes back with .T; right for a vector or a sentence, wrong for a batch of sentences
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    ids = np.asarray(ids)
    d_model = len(embedding[0])
    rows = []
    for token in ids.flatten().tolist():
        rows.append([float(number) for number in embedding[token]])
    return np.array(rows).reshape(*ids.shape, d_model)


def embed(ids, embedding):
    d_model = len(embedding[0])
    return math.sqrt(d_model) * lookup(ids, embedding)


def tied_logits(hidden, embedding):
    return (embedding @ np.asarray(hidden).T).T


def lookup_gradient(ids, upstream, vocab_size):
    d_model = upstream.shape[-1]
    gradient = [[0.0] * d_model for _ in range(vocab_size)]
    for token, g in zip(np.asarray(ids).flatten().tolist(), upstream.reshape(-1, d_model).tolist()):
        for j in range(d_model):
            gradient[token][j] += g[j]
    return np.array(gradient)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        flat = [self.weight[int(token)] for token in ids.reshape(-1)]
        d_model = self.weight.size(1)
        return torch.stack(flat).reshape(*ids.shape, d_model) * math.sqrt(d_model)

    def logits(self, hidden):
        columns = [(hidden * row).sum(-1) for row in self.weight]
        return torch.stack(columns, dim=-1)
