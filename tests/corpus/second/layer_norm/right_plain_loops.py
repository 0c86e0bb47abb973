# right: plain Python loops over floats, recursion over the front axes, module with einsum
import math

import numpy as np
import torch
from torch import nn


def layer_norm(x, gamma, beta, eps):
    if x.ndim > 1:
        return np.stack([layer_norm(part, gamma, beta, eps) for part in x])
    values = [float(v) for v in x]
    d = len(values)
    mu = sum(values) / d
    sigma2 = sum((v - mu) ** 2 for v in values) / d
    root = math.sqrt(sigma2 + eps)
    return np.array([float(g) * (v - mu) / root + float(b) for v, g, b in zip(values, gamma, beta)])


def batch_norm(x, gamma, beta, eps):
    n, d = x.shape
    y = np.zeros((n, d))
    for j in range(d):
        column = [float(x[i, j]) for i in range(n)]
        mu = sum(column) / n
        sigma2 = sum((v - mu) ** 2 for v in column) / n
        for i in range(n):
            y[i, j] = gamma[j] * (column[i] - mu) / math.sqrt(sigma2 + eps) + beta[j]
    return y


def padded_statistics(x, n_pad):
    means, variances = [], []
    for column in x.T:
        n = len(column) + n_pad
        mu = sum(float(v) for v in column) / n
        squares = sum((float(v) - mu) ** 2 for v in column) + n_pad * mu**2
        means.append(mu)
        variances.append(squares / n)
    return np.array(means), np.array(variances)


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        d = x.shape[-1]
        centred = x - torch.einsum("...d->...", x).unsqueeze(-1) / d
        var = torch.einsum("...d,...d->...", centred, centred) / d
        return torch.einsum("...d,...,d->...d", centred, (var + self.eps) ** -0.5, self.gamma) + self.beta
