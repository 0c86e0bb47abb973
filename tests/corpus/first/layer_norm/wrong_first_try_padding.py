# wrong: padded_statistics: mean divided by the words only, variance by rows - 1 about that mean; batch_norm forgets beta; shows on any table
import math

import numpy as np
import torch
from torch import nn


def _mean_and_variance(numbers):
    n = len(numbers)
    mean = math.fsum(numbers) / n
    return mean, math.fsum((number - mean) ** 2 for number in numbers) / n


def layer_norm(x, gamma, beta, eps):
    if x.ndim > 1:
        return np.array([layer_norm(part, gamma, beta, eps) for part in x]).reshape(x.shape)
    numbers = x.tolist()
    mean, variance = _mean_and_variance(numbers)
    std = math.sqrt(variance + eps)
    return np.array([g * (number - mean) / std + b for number, g, b in zip(numbers, gamma, beta)])


def batch_norm(x, gamma, beta, eps):
    result = np.zeros(x.shape)
    for j in range(x.shape[1]):
        mean, variance = _mean_and_variance(x[:, j].tolist())
        for i in range(x.shape[0]):
            result[i, j] = gamma[j] * (x[i, j] - mean) / math.sqrt(variance + eps)
    return result


def padded_statistics(x, n_pad):
    n = len(x)
    padded = np.concatenate([x, np.zeros((n_pad, x.shape[1]))])
    mean = padded.sum(axis=0) / n
    variance = ((padded - mean) ** 2).sum(axis=0) / (len(padded) - 1)
    return mean, variance


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        tokens = []
        for token in x.reshape(-1, x.shape[-1]):
            centred = token - token.sum() / len(token)
            variance = centred.dot(centred) / len(token)
            tokens.append(self.gamma * centred * (variance + self.eps) ** -0.5 + self.beta)
        return torch.stack(tokens).reshape(x.shape)
