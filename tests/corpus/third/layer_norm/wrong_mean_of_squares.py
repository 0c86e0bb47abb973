# wrong: the variance is the mean of the squares minus the square of the mean, which in float32 is lost for numbers around 10000 that differ by a few units.
import numpy as np
import torch
from torch import nn


def _moments(x, axis):
    mean = x.mean(axis=axis, keepdims=True)
    variance = (x * x).mean(axis=axis, keepdims=True) - mean * mean
    return mean, np.maximum(variance, 0)  # rounding may make it slightly negative


def layer_norm(x, gamma, beta, eps):
    mean, variance = _moments(x, -1)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def batch_norm(x, gamma, beta, eps):
    mean, variance = _moments(x, 0)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def padded_statistics(x, n_pad):
    n = len(x)
    s = n / (n + n_pad)
    mu, sigma2 = x.mean(axis=0), x.var(axis=0)
    return s * mu, s * (sigma2 + mu**2) - (s * mu) ** 2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        variance = (x * x).mean(-1, keepdim=True) - mean * mean
        return self.gamma * (x - mean) / torch.sqrt(variance.clamp(min=0) + self.eps) + self.beta
