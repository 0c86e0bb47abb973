# right: torch for the softmax and triangle, numpy for the rest.
"""Masking with a little torch."""

import numpy as np
import torch


def look_ahead_mask(length: int) -> np.ndarray:
    return torch.ones(length, length, dtype=torch.bool).tril().numpy()


def padding_mask(ids: np.ndarray, pad: int) -> np.ndarray:
    real = ~(ids == pad)
    return real.reshape(real.shape[0], 1, real.shape[1])


def combine(look_ahead: np.ndarray, padding: np.ndarray) -> np.ndarray:
    return np.minimum(look_ahead, padding)


def additive(mask: np.ndarray) -> np.ndarray:
    hide = ~torch.tensor(np.array(mask, dtype=bool))
    return torch.zeros(hide.shape, dtype=torch.float64).masked_fill_(hide, -torch.inf).numpy()


def masked_softmax(scores: np.ndarray, keep: np.ndarray) -> np.ndarray:
    hide = torch.from_numpy(~np.array(np.broadcast_to(keep, scores.shape)))
    s = torch.from_numpy(scores.astype(np.float64, order="C"))
    return torch.softmax(s.masked_fill(hide, -torch.inf), dim=-1).masked_fill(hide, 0.0).numpy()
