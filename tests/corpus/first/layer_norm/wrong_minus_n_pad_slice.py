# wrong: padded_statistics clears full[-n_pad:], which for n_pad = 0 is the whole table; shows only without padding
import numpy as np
import torch
from torch import nn


def standardise(x, axis, eps):
    centred = x - x.mean(axis=axis, keepdims=True)
    variance = np.mean(centred**2, axis=axis, keepdims=True)
    return centred / np.sqrt(variance + eps)


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    return gamma * standardise(x, -1, eps) + beta


def batch_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    return gamma * standardise(x, 0, eps) + beta


def padded_statistics(x: np.ndarray, n_pad: int) -> tuple[np.ndarray, np.ndarray]:
    words, features = x.shape
    full = np.resize(x, (words + n_pad, features)).astype(float)
    full[-n_pad:] = 0
    return full.mean(axis=0), full.var(axis=0)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, correction=0, keepdim=True)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta
