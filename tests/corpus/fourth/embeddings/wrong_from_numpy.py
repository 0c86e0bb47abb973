# wrong: arrays are handed to torch.from_numpy as they are, which fails for tables that run backwards.
import math

import numpy as np
import torch
from torch import nn


def lookup(ids, embedding):
    return torch.from_numpy(embedding)[torch.as_tensor(ids.astype(np.int64))]


def embed(ids, embedding):
    return embedding.shape[-1] ** 0.5 * lookup(ids, embedding)


def tied_logits(hidden, embedding):
    return torch.from_numpy(hidden) @ torch.from_numpy(embedding).T


def lookup_gradient(ids, upstream, vocab_size):
    hot = np.arange(vocab_size) == np.asarray(ids)[..., None]
    return np.einsum("pv,pd->vd", hot.reshape(-1, vocab_size).astype(float), upstream.reshape(-1, upstream.shape[-1]))


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids):
        return self.weight[ids.long()] * math.sqrt(self.weight.shape[1])

    def logits(self, hidden):
        return hidden @ self.weight.T
