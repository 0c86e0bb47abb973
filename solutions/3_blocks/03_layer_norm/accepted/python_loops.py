"""Plain Python: lists, sums and loops."""

import math

import torch
from torch import nn


def mean_and_variance(numbers):
    mean = sum(numbers) / len(numbers)
    return mean, sum((n - mean) ** 2 for n in numbers) / len(numbers)


def layer_norm(x, gamma, beta, eps):
    if x.ndim > 1:
        return [layer_norm(part, gamma, beta, eps) for part in x]
    mean, variance = mean_and_variance(x.tolist())
    root = math.sqrt(variance + eps)
    return [g * (n - mean) / root + b for n, g, b in zip(x.tolist(), gamma, beta, strict=True)]


def batch_norm(x, gamma, beta, eps):
    columns = []
    for column, g, b in zip(x.T.tolist(), gamma, beta, strict=True):
        mean, variance = mean_and_variance(column)
        columns.append([g * (n - mean) / math.sqrt(variance + eps) + b for n in column])
    return [list(row) for row in zip(*columns, strict=True)]


def padded_statistics(x, n_pad):
    pairs = [mean_and_variance(column + [0.0] * n_pad) for column in x.T.tolist()]
    return [mean for mean, _ in pairs], [variance for _, variance in pairs]


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        tokens = []
        for token in x.reshape(-1, x.shape[-1]):
            mean, variance = mean_and_variance(list(token))
            tokens.append(self.gamma * (token - mean) / (variance + self.eps) ** 0.5 + self.beta)
        return torch.stack(tokens).reshape(x.shape)
