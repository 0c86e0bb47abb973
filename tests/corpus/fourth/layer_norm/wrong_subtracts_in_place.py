# wrong: batch_norm subtracts the mean from the caller's array, and the module does the same with its input
import math
import numpy as np
import torch
from torch import nn


def _mean_and_variance(numbers):
    numbers = [float(n) for n in numbers]
    mu = math.fsum(numbers) / len(numbers)
    return mu, math.fsum((n - mu) ** 2 for n in numbers) / len(numbers)


def layer_norm(x, gamma, beta, eps):
    y = np.empty(x.shape)
    for place in np.ndindex(x.shape[:-1]):
        mu, variance = _mean_and_variance(x[place])
        y[place] = [g * (v - mu) / math.sqrt(variance + eps) + b for v, g, b in zip(x[place].tolist(), gamma, beta)]
    return y


def batch_norm(x, gamma, beta, eps):
    for j in range(x.shape[1]):
        mu, variance = _mean_and_variance(x[:, j])
        x[:, j] -= mu
        x[:, j] /= math.sqrt(variance + eps)
    return gamma * x + beta


def padded_statistics(x, n_pad):
    n = len(x)
    mu, variance = x.mean(axis=0, dtype=float), x.var(axis=0, dtype=float)
    s = n / (n + n_pad)
    return s * mu, s * (variance + (1 - s) * mu**2)


class LayerNorm(nn.Module):
    """Layer norm with learned gamma and beta."""

    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        x -= x.mean(dim=-1, keepdim=True)
        return self.gamma * x / torch.sqrt((x ** 2).mean(dim=-1, keepdim=True) + self.eps) + self.beta
