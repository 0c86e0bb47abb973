# wrong: the module and layer_norm divide by the deviation plus eps instead of √(variance + eps); shows with an eps such as 0.1.
import numpy as np
import torch
from torch import nn


class Statistics:
    def __init__(self, x, axis):
        self.mean = np.mean(x, axis=axis, keepdims=True)
        self.std = np.std(x, axis=axis, keepdims=True)


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    s = Statistics(x, -1)
    return gamma * (x - s.mean) / (s.std + eps) + beta


def batch_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float) -> np.ndarray:
    s = Statistics(x, 0)
    return gamma * (x - s.mean) / np.sqrt(s.std**2 + eps) + beta


def padded_statistics(x: np.ndarray, n_pad: int) -> tuple[np.ndarray, np.ndarray]:
    n, d = x.shape
    table = np.zeros((n + n_pad, d))
    table[:n] = x
    s = Statistics(table, 0)
    return s.mean[0], s.std[0] ** 2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        centred = x - x.mean(-1, keepdim=True)
        std = centred.pow(2).mean(-1, keepdim=True).sqrt()
        return self.gamma * (centred / (std + self.eps)) + self.beta
