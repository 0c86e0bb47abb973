# wrong: in the module forward forgets the factor and logits has it instead (divided), two mistakes that show for every d_model above 1.
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def lookup(ids, embedding):
    return np.take(embedding, ids, axis=0)


def embed(ids, embedding):
    return np.take(embedding, ids, axis=0) * np.sqrt(embedding.shape[1])


def tied_logits(hidden, embedding):
    return np.inner(hidden, embedding)


def lookup_gradient(ids, upstream, vocab_size):
    grad = np.zeros((vocab_size, upstream.shape[-1]))
    for index, word in np.ndenumerate(ids):
        grad[word] += upstream[index]
    return grad


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return F.embedding(ids, self.weight)

    def logits(self, hidden):
        d_model = hidden.shape[-1]
        return F.linear(hidden, self.weight) / math.sqrt(d_model)
