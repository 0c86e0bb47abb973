# right: torch in double precision, masked_fill before and after the softmax, steps as methods of a small class.
"""Scaled dot-product attention with torch."""

import math

import numpy as np
import torch


class _Attention:
    def __init__(self, keep):
        self.hidden = None if keep is None else ~torch.tensor(np.array(keep, dtype=bool))

    @staticmethod
    def tensor(a):
        return torch.tensor(np.array(a, dtype=np.float64))

    def normalise(self, scores):
        if self.hidden is None:
            return scores.softmax(dim=-1)
        weights = scores.masked_fill(self.hidden, -math.inf).softmax(dim=-1)
        return weights.masked_fill(self.hidden, 0.0)

    def __call__(self, queries, keys, values):
        q, k, v = map(self.tensor, (queries, keys, values))
        q = q / math.sqrt(q.size(-1))
        weights = self.normalise(q @ k.mT)
        return (weights @ v).numpy(), weights.numpy()


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, keep: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    return _Attention(keep)(queries, keys, values)
