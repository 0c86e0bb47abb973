# right: torch masked_fill and softmax in float64, NaN rows replaced by zeros
"""Masks. True means keep."""

import numpy as np
import torch


def look_ahead_mask(length):
    return torch.ones(length, length).tril().bool().numpy()


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    real = np.not_equal(np.asarray(ids), pad)
    return np.expand_dims(real, axis=1)


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.logical_and(look_ahead[None, :, :], padding)


def additive(mask: np.ndarray) -> np.ndarray:
    matrix = np.zeros(np.shape(mask))
    matrix[~mask] = -np.inf
    return matrix


def masked_softmax(scores, keep):
    s = torch.from_numpy(np.array(scores, dtype=np.float64))
    k = torch.from_numpy(np.array(np.broadcast_to(keep, scores.shape)))
    w = torch.softmax(s.masked_fill(~k, float("-inf")), dim=-1)
    w = w.masked_fill(~k.any(dim=-1, keepdim=True), 0.0)
    return w.numpy()
