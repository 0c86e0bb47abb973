"""Layer norm: every token is brought to mean 0 and variance 1 over its own features."""

import numpy as np
import torch
from torch import nn


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    """Normalise every token over its own features.  x: (..., d_model); gamma, beta: (d_model,)."""
    mean = x.mean(axis=-1, keepdims=True)  # (..., 1): one mean per token
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)  # (..., 1): divided by d_model
    normalised = (x - mean) / np.sqrt(variance + eps)  # (..., d_model): eps keeps it finite
    return gamma * normalised + beta  # one gamma and one beta per feature


def batch_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    """Normalise every feature over the items.  x: (item, feature); gamma, beta: (feature,)."""
    mean = x.mean(axis=0)  # (feature,): the items share it
    variance = ((x - mean) ** 2).mean(axis=0)  # (feature,)
    normalised = (x - mean) / np.sqrt(variance + eps)  # (item, feature)
    return gamma * normalised + beta


def padded_statistics(x: np.ndarray, n_pad: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean and variance of every feature with n_pad rows of zeros under x.  x: (word, feature)."""
    padding = np.zeros((n_pad, x.shape[1]))
    padded = np.concatenate([x, padding])  # (word + n_pad, feature)
    mean = padded.mean(axis=0)  # (feature,): shrinks by word / (word + n_pad)
    variance = ((padded - mean) ** 2).mean(axis=0)  # (feature,): holds the gap from words to zeros
    return mean, variance


class LayerNorm(nn.Module):
    """Layer norm with learned gamma and beta."""

    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model) -> (..., d_model)."""
        mean = x.mean(dim=-1, keepdim=True)  # (..., 1)
        variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)  # (..., 1): divided by d_model
        normalised = (x - mean) / torch.sqrt(variance + self.eps)  # mean and variance stay in the graph
        return self.gamma * normalised + self.beta
