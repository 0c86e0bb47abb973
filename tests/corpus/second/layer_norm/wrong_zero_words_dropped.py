# wrong: padded_statistics takes a real word that is all zeros for padding already there and does not count it
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
    words = x[np.abs(x).sum(axis=1) > 0]
    rows = list(words) + [np.zeros(x.shape[1])] * n_pad
    table = np.array(rows)
    mean = table.sum(axis=0) / len(table)
    variance = ((table - mean) ** 2).sum(axis=0) / len(table)
    return mean, variance


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
