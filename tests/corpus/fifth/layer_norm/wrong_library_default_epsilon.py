# wrong: the module calls the library without its eps (0.00001 is used); LayerNorm(5, 0.1) shows it.
import math

import numpy as np
import torch
from torch import nn


def _one(numbers, eps):
    numbers = [float(v) for v in numbers]
    mu = math.fsum(numbers) / len(numbers)
    variance = math.fsum((v - mu) ** 2 for v in numbers) / len(numbers)
    return [(v - mu) / math.sqrt(variance + eps) for v in numbers]


def layer_norm(x, gamma, beta, eps):
    result = np.empty(x.shape)
    for index in np.ndindex(*x.shape[:-1]):
        result[index] = np.array(_one(x[index], eps)) * gamma + beta
    return result


def batch_norm(x, gamma, beta, eps):
    result = np.empty(x.shape)
    for j in range(x.shape[1]):
        result[:, j] = gamma[j] * np.array(_one(x[:, j], eps)) + beta[j]
    return result


def padded_statistics(x, n_pad):
    x = x.astype(np.float64)
    n = len(x)
    share = n / (n + n_pad)
    mu, variance = x.mean(0), x.var(0)
    # rows at a distance from the common mean: n rows around mu, n_pad rows at 0
    return share * mu, share * variance + share * (1 - share) * mu**2


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.layer_norm(x, x.shape[-1:], self.gamma, self.beta)
