# wrong: layer_norm squeezes its result, so axes of length 1 disappear
import math
import numpy as np
import torch
from torch import nn


def _mean_and_variance(numbers):
    numbers = [float(n) for n in numbers]
    mu = math.fsum(numbers) / len(numbers)
    return mu, math.fsum((n - mu) ** 2 for n in numbers) / len(numbers)


def layer_norm(x, gamma, beta, eps):
    tokens = x.reshape(-1, x.shape[-1])
    out = []
    for token in tokens:
        mu, variance = _mean_and_variance(token)
        out.append(gamma * (token - mu) / np.sqrt(variance + eps) + beta)
    return np.array(out).reshape(x.shape).squeeze()


def batch_norm(x, gamma, beta, eps):
    columns = []
    for j in range(x.shape[1]):
        mu, variance = _mean_and_variance(x[:, j])
        columns.append(gamma[j] * (x[:, j].astype(float) - mu) / math.sqrt(variance + eps) + beta[j])
    return np.stack(columns, axis=1)


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

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.layer_norm(x, self.gamma.shape, self.gamma, self.beta, self.eps)
