# right: one-hot rows and einsum everywhere, in numpy and in the torch module.
import math

import numpy as np
import torch
from torch import nn


def one_hot(ids: np.ndarray, size: int) -> np.ndarray:
    return (np.asarray(ids, dtype=np.int64)[..., np.newaxis] == np.arange(size)).astype(np.float64)


def lookup(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return np.einsum("...v,vd->...d", one_hot(ids, len(embedding)), embedding)


def embed(ids: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    _, d_model = embedding.shape
    return d_model**0.5 * lookup(ids, embedding)


def tied_logits(hidden: np.ndarray, embedding: np.ndarray) -> np.ndarray:
    return np.einsum("...d,vd->...v", hidden, embedding)


def lookup_gradient(ids: np.ndarray, upstream: np.ndarray, vocab_size: int) -> np.ndarray:
    which = one_hot(ids, vocab_size)
    flat_which = which.reshape(-1, vocab_size)
    flat_up = upstream.reshape(-1, upstream.shape[-1])
    return np.einsum("pv,pd->vd", flat_which, flat_up)


class TiedEmbedding(nn.Module):
    def __init__(self, vocab_size: int, d_model: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model) / math.sqrt(d_model))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        hot = nn.functional.one_hot(ids.long(), self.weight.size(0)).to(self.weight.dtype)
        return torch.einsum("...v,vd->...d", hot, self.weight) * math.sqrt(self.weight.size(1))

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return torch.einsum("...d,vd->...v", hidden, self.weight)
