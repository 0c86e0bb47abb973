# wrong: TiedEmbedding.logits copies the table into a new nn.Linear parameter, so its gradient never reaches weight
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
    hidden = np.asarray(hidden)
    scores = []
    for h in hidden.reshape(-1, hidden.shape[-1]):
        for row in embedding:
            scores.append(sum(float(a) * float(b) for a, b in zip(h, row)))
    return np.array(scores).reshape(*hidden.shape[:-1], len(embedding))


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
        head = nn.Linear(self.weight.shape[1], self.weight.shape[0], bias=False)
        head.weight = nn.Parameter(self.weight)
        return head(hidden)
